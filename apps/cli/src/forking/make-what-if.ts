import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { whatIf } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import type { Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode, exitCodeOfStop } from '../exit-code.ts';
import { readJsonArgument } from '../inputs/read-json.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { commandLine } from '../render/command-line.ts';
import { replayCommand } from '../render/replay-command.ts';
import { renderStopped, renderWaysOn } from '../render/stopped.ts';
import { renderNextAfterWhatIf, renderWhatIf } from '../render/what-if.ts';
import { outputTrace } from '../writing/output-file.ts';
import { loadForkCase } from './fork-case.ts';
import type { ForkFlags } from './fork-flags.ts';
import { interruptible } from './interruptible.ts';
import { isToolAnswer } from './is-tool-answer.ts';
import { countLiveCalls } from './live-calls.ts';
import { liveRules } from './live-rules.ts';
import { refuseNewSecrets } from './refuse-new-secrets.ts';

/** Replays the trunk with another answer in the place of a recorded one, into a file of its own. */
export async function makeWhatIf(path: string, at: number, flags: ForkFlags, command: readonly string[] | null): Promise<Reply> {
  const answers = flags.answer ?? [];
  const bare = answers.find((text) => !isToolAnswer(text)) ?? '';
  const rules = { ...flags, answer: answers.filter((text) => text !== bare) };
  const output = outputTrace(flags.output ?? '', flags.force);
  const { value: answer } = readJsonArgument(bare, '--answer');
  const { trace, traces, options, named, load, runnerOf, head, redactor } = await loadForkCase(path, rules, command);
  refuseOutput(trace, output, flags.output ?? '');
  refuseUnsealed(trace, traces);
  const context = {
    file: path,
    ...named,
    flags: [
      commandLine('--at', String(at), '--answer', bare, '--output', flags.output ?? ''),
      ...(flags.force ? ['--force'] : []),
      ...typedFlags(rules),
    ],
    live: flags.live ?? [],
  };
  return interruptible(async (signal): Promise<Reply> => {
    const calls = countLiveCalls();
    const given = liveRules(options);
    const done = await whatIf(
      traces,
      await load(),
      { ...given, ...redactor(), live: context.live, run: head(), at, answer, signal, onLive: calls.onLive },
      runnerOf(given, context.live),
    ).finally(calls.done);
    switch (done.kind) {
      case 'stopped':
        return {
          exit: exitCodeOfStop(done.stop),
          value: { kind: done.kind, stop: done.stop, bodiesRun: done.bodiesRun },
          text: (style) => renderStopped(done.stop, done.bodiesRun, style),
          next: () => renderWaysOn(done.stop, context),
        };
      case 'nothing-asked':
        return {
          exit: exitCode.cannotExecute,
          value: { kind: done.kind, step: at },
          text: (style) => renderWhatIf({ kind: 'nothing-asked', at, trace }, style),
          next: () => `See what it asks: ${replayCommand({ file: path, ...named, flags: typedFlags(rules) })}`,
        };
      case 'forked': {
        refuseNewSecrets(traces.trunk, done.fork);
        const { writeTraceFile } = await import('@stepfork/trace/file');
        await writeTraceFile(output, { trunk: done.fork, forks: [], sealed: true, damage: null }, { force: flags.force });
        const shown = { kind: 'what-if', at, trace, output, fork: done.fork } as const;
        return {
          exit: exitCode.yes,
          value: { kind: 'what-if', file: output, step: at, bodiesRun: done.bodiesRun, run: done.fork.run.id },
          text: (style) => renderWhatIf(shown, style),
          next: (style) => renderNextAfterWhatIf(shown, style),
        };
      }
    }
  });
}

function refuseOutput(trace: string, output: string, named: string): void {
  if (existsSync(output) && realpathSync(output) === realpathSync(trace)) {
    throw new UsageError(`${named} is the trace itself.`, 'A what-if is another world: give it a file of its own.');
  }
  try {
    accessSync(existsSync(output) ? output : dirname(output), constants.W_OK);
  } catch {
    throw new UsageError(`${named} cannot be written.`, 'Check the rights on the file and its folder.');
  }
}

function refuseUnsealed(trace: string, { sealed }: TraceFile): void {
  if (sealed) return;
  throw new UsageError(
    `${trace} is not sealed, so nothing is made from it.`,
    'Record the run again to its end; after a deliberate edit: stepfork validate --reseal.',
  );
}
