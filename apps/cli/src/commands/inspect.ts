import { listedTools } from '@stepfork/replay/recorded';
import { endBlocked } from '../agent/end-blocked.ts';
import { BaseCommand, type Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { sharedFlags, traceArg } from '../flags.ts';
import { loadTrace } from '../inputs/load-trace.ts';
import { recordingAt } from '../inputs/recording-at.ts';
import { Flags } from '../oclif.ts';
import { splitCommand } from '../program/command/split-command.ts';
import { renderStaleness } from '../render/staleness.ts';
import { renderRecording, renderStep, renderTraceFile } from '../render/trace.ts';
import { lookAt } from '../staleness/look-at.ts';
import type { Staleness } from '../staleness/staleness.ts';

export default class Inspect extends BaseCommand {
  static override summary =
    'Show a recorded run: its calls as a tree, what came back, how it ended, how old it is; and its forks, with who answered their calls.';
  static override usage = [
    'inspect <trace> [--fork <n>] [--step <n>]',
    'inspect <trace> -a <file#export>',
    'inspect <trace> -- <command …>',
  ];
  static override description =
    'Versions of SDKs, models, and hashes of prompts and tool schemas stand beside what is installed now. With an agent, or the command of a program behind --, the code is run offline on the recorded answers, and what it sends now stands beside what was sent. Nothing is judged by it.';
  static override examples = [
    '<%= config.bin %> inspect refund.sftrace',
    '<%= config.bin %> inspect refund.sftrace --step 4',
    '<%= config.bin %> inspect refund.sftrace --fork 1 --step 4',
    '<%= config.bin %> inspect refund.sftrace --agent ./src/agent.ts#runAgent',
    '<%= config.bin %> inspect refund.sftrace -- node agent.mjs --order 8841',
    '<%= config.bin %> inspect refund.sftrace --json',
  ];
  static override args = { trace: traceArg };
  static override flags = {
    agent: sharedFlags.agent,
    fork: Flags.integer({ summary: 'Show this fork, or a step of it; forks are counted from 1.', helpValue: '<n>', min: 1 }),
    step: Flags.integer({ char: 's', summary: 'Show this step with its whole input and outcome.', helpValue: '<n>', min: 0 }),
  };

  protected async reply(): Promise<Reply> {
    const { own, command } = splitCommand(this.argv);
    const { args, flags } = await this.parse(Inspect, own);
    const asked = { agent: flags.agent, command };
    if ((asked.agent !== undefined || command !== null) && (flags.fork ?? flags.step) !== undefined) {
      throw new UsageError('The code is asked about a whole trace, not about a fork or a step.', 'Leave --fork and --step out.');
    }
    const file = await loadTrace(args.trace);
    const place = flags.fork ?? 0;
    const trace = recordingAt(args.trace, file, place);
    const width = process.stdout.columns ?? 160;
    if (flags.step === undefined) {
      const listed = listedTools(trace.steps);
      const reply = (staleness: Staleness): Reply => ({
        exit: exitCode.yes,
        value: { ...(flags.fork === undefined ? file : trace), ...(listed.length > 0 && { listedTools: listed }), staleness },
        text: (style) =>
          `${
            flags.fork === undefined
              ? renderTraceFile(args.trace, file, style, width)
              : renderRecording({ source: args.trace, file, place }, style, width)
          }\n\n${renderStaleness(staleness, style)}`,
      });
      const looked = { path: args.trace, file, trace };
      return reply(await lookAt(looked, asked, (staleness) => endBlocked(reply(staleness), this.jsonEnabled())));
    }
    const step = trace.steps[flags.step];
    if (step === undefined) {
      throw new UsageError(
        `There is no step ${flags.step} in ${flags.fork === undefined ? '' : `fork ${flags.fork} of `}${args.trace}.`,
        trace.steps.length === 0 ? 'It has no steps.' : `It has steps 0 to ${trace.steps.length - 1}.`,
      );
    }
    return { exit: exitCode.yes, value: step, text: (style) => renderStep(step, style) };
  }
}
