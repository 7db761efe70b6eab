import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { traceArg } from '../flags.ts';
import { loadTrace } from '../load-trace.ts';
import { Flags } from '../oclif.ts';
import { recordingAt } from '../recording-at.ts';
import { renderRecording, renderStep, renderTraceFile } from '../render/trace.ts';
import { UsageError } from '../usage-error.ts';

export default class Inspect extends BaseCommand {
  static override summary =
    'Show a recorded run: its calls as a tree, what came back, how it ended; and its forks, with who answered their calls.';
  static override examples = [
    '<%= config.bin %> inspect refund.sftrace',
    '<%= config.bin %> inspect refund.sftrace --step 4',
    '<%= config.bin %> inspect refund.sftrace --fork 1 --step 4',
    '<%= config.bin %> inspect refund.sftrace --json',
  ];
  static override args = { trace: traceArg };
  static override flags = {
    fork: Flags.integer({ summary: 'Show this fork, or a step of it; forks are counted from 1.', helpValue: '<n>', min: 1 }),
    step: Flags.integer({ char: 's', summary: 'Show this step with its whole input and outcome.', helpValue: '<n>', min: 0 }),
  };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Inspect);
    const file = await loadTrace(args.trace);
    const width = process.stdout.columns ?? 160;
    if (flags.step === undefined) {
      if (flags.fork === undefined) {
        return { exit: exitCode.yes, value: file, text: (style) => renderTraceFile(args.trace, file, style, width) };
      }
      const place = flags.fork;
      return {
        exit: exitCode.yes,
        value: recordingAt(args.trace, file, place),
        text: (style) => renderRecording({ source: args.trace, file, place }, style, width),
      };
    }
    const { steps } = recordingAt(args.trace, file, flags.fork ?? 0);
    const step = steps[flags.step];
    if (step === undefined) {
      throw new UsageError(
        `There is no step ${flags.step} in ${flags.fork === undefined ? '' : `fork ${flags.fork} of `}${args.trace}.`,
        steps.length === 0 ? 'It has no steps.' : `It has steps 0 to ${steps.length - 1}.`,
      );
    }
    return { exit: exitCode.yes, value: step, text: (style) => renderStep(step, style) };
  }
}
