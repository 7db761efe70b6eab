import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { forceFlag, sharedFlags } from '../flags.ts';
import { Flags } from '../oclif.ts';
import { renderSetUp } from '../render/set-up.ts';
import { askOnTerminal } from '../setup/ask-on-terminal.ts';
import { setUp } from '../setup/set-up.ts';

export default class Init extends BaseCommand {
  static override summary =
    'Set a project up: find its agent, SDKs, test runner and package manager, and write the config and what git needs.';
  static override description =
    'Writes stepfork.config.ts, and the missing lines of .gitattributes and .gitignore. On a terminal it asks for an agent that it cannot tell. What is there already stays, so it can be run again.';
  static override examples = [
    '<%= config.bin %> init',
    '<%= config.bin %> init --agent ./src/agent.ts#runAgent --to vitest',
    '<%= config.bin %> init --json',
  ];
  static override flags = {
    agent: sharedFlags.agent,
    to: Flags.string({
      summary: 'The exporter: vitest, node-test, jest or pytest (default: that of the test runner that is found).',
      helpValue: '<vitest|node-test|jest|pytest>',
    }),
    force: forceFlag('Overwrite the config that is there.'),
  };

  protected async reply(): Promise<Reply> {
    const { flags } = await this.parse(Init);
    const done = await setUp(process.cwd(), flags, askOnTerminal(this.jsonEnabled()));
    return {
      exit: exitCode.yes,
      value: { ...done, sdks: done.sdks.map(({ sdk, version, support }) => ({ name: sdk.name, version, support: support.kind })) },
      text: (style) => renderSetUp(done, style),
      next: () => ['Next:', ...done.next.map((line) => `  ${line}`)].join('\n'),
    };
  }
}
