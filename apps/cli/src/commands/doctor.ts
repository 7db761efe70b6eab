import { endBlocked } from '../agent/end-blocked.ts';
import { BaseCommand, type Reply } from '../base-command.ts';
import { environmentOf } from '../doctor/environment.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { optionalTraceArg, sharedFlags } from '../flags.ts';
import { loadTrace } from '../inputs/load-trace.ts';
import { splitCommand } from '../program/command/split-command.ts';
import { renderEnvironment, renderSdks } from '../render/doctor.ts';
import { printable } from '../render/printable.ts';
import { renderStaleness } from '../render/staleness.ts';
import { installedSdks } from '../sdks/installed-sdks.ts';
import { folderOfAgent } from '../staleness/folder-of-agent.ts';
import { lookAt } from '../staleness/look-at.ts';
import type { Staleness } from '../staleness/staleness.ts';

export default class Doctor extends BaseCommand {
  static override summary =
    'Show what Stepfork finds here: its own packages, the SDKs, their versions, where they are hooked; and how old a trace is.';
  static override usage = ['doctor [<trace>] [-a <file#export>]', 'doctor <trace> -- <command …>'];
  static override description =
    'With a trace it shows what was recorded beside what there is now. With a trace and an agent, or a command behind --, the code is run offline on the recorded answers, and what it sends is shown beside what was sent. Nothing is judged: the exit code is 0.';
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --agent ./src/agent.ts#runAgent',
    '<%= config.bin %> doctor refund.sftrace --agent ./src/agent.ts#runAgent',
    '<%= config.bin %> doctor refund.sftrace -- node agent.mjs --order 8841',
    '<%= config.bin %> doctor --json',
  ];
  static override args = { trace: optionalTraceArg };
  static override flags = { agent: sharedFlags.agent };

  protected async reply(): Promise<Reply> {
    const { own, command } = splitCommand(this.argv);
    const { args, flags } = await this.parse(Doctor, own);
    const { trace: path } = args;
    const file = path === undefined ? null : await loadTrace(path);
    if (path === undefined && command !== null)
      throw new UsageError(
        'A command is given behind --, but no trace to run it on.',
        'Name the trace: doctor refund.sftrace -- node agent.mjs.',
      );
    const folder = folderOfAgent(flags.agent, file === null ? null : { run: file.trunk.run, file: path ?? '' });
    const [environment, sdks] = [environmentOf(folder), installedSdks(folder)];
    const reply = (trace: Staleness | null): Reply => ({
      exit: exitCode.yes,
      value: {
        ...environment,
        sdks: sdks.map(({ sdk: { name, note }, version, folder: place, support }) => ({
          name,
          version,
          folder: place,
          support: support.kind,
          hooks: support.hooks,
          ...(note !== undefined && { note }),
        })),
        trace,
      },
      text: (style) =>
        [
          renderEnvironment(environment, style),
          renderSdks(sdks, folder, style),
          ...(trace === null ? [] : [`${style.bold(printable(path ?? ''))}\n${renderStaleness(trace, style)}`]),
        ].join('\n\n'),
    });
    if (file === null || path === undefined) return reply(null);
    const asked = { agent: flags.agent, command };
    return reply(await lookAt({ path, file, trace: file.trunk }, asked, (late) => endBlocked(reply(late), this.jsonEnabled())));
  }
}
