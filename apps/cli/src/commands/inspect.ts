import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { traceArg } from '../flags.ts';
import { loadTrace } from '../load-trace.ts';
import { Flags } from '../oclif.ts';
import { renderStep, renderTraceFile } from '../render/trace.ts';
import { UsageError } from '../usage-error.ts';

export default class Inspect extends BaseCommand {
  static override summary = 'Show a recorded run: its calls as a tree, what came back, how it ended.';
  static override examples = [
    '<%= config.bin %> inspect refund.sftrace',
    '<%= config.bin %> inspect refund.sftrace --step 4',
    '<%= config.bin %> inspect refund.sftrace --json',
  ];
  static override args = { trace: traceArg };
  static override flags = {
    step: Flags.integer({ char: 's', summary: 'Show this step with its whole input and outcome.', helpValue: '<n>', min: 0 }),
  };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Inspect);
    const file = await loadTrace(args.trace);
    if (flags.step === undefined) {
      return { exit: exitCode.yes, value: file, text: (style) => renderTraceFile(args.trace, file, style, process.stdout.columns ?? 160) };
    }
    const step = file.trunk.steps[flags.step];
    if (step === undefined) {
      const count = file.trunk.steps.length;
      throw new UsageError(
        `There is no step ${flags.step} in ${args.trace}.`,
        count === 0 ? 'It has no steps.' : `It has steps 0 to ${count - 1}.`,
      );
    }
    return { exit: exitCode.yes, value: step, text: (style) => renderStep(step, style) };
  }
}
