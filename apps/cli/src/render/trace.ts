import { type ObservedCall, observedCalls, observedToolsIn } from '@stepfork/replay/recorded';
import type { Returned, Step, Trace, TraceFile } from '@stepfork/trace';
import { commandOf } from '../program/command/recorded-program.ts';
import type { Style } from '../terminal/style.ts';
import { answeredText } from './answered.ts';
import { renderAnswered, renderAsked } from './call.ts';
import { renderListedTools } from './listed-tools.ts';
import { renderOutcome } from './outcome.ts';
import { printable } from './printable.ts';
import { recordingName } from './recording-name.ts';
import { renderRunEnd } from './run-end.ts';
import { showJson, showJsonFully } from './show-json.ts';
import { table } from './table.ts';

/** A trace file as people read it: the trunk and its forks, each with head, steps as a tree, and how the run ended. */
export function renderTraceFile(source: string, file: TraceFile, style: Style, width: number): string {
  return [file.trunk, ...file.forks].map((_, place) => renderRecording({ source, file, place }, style, width)).join('\n\n');
}

/** One recording of a file: 0 for the trunk, then the forks in file order. */
export interface PlacedRecording {
  readonly source: string;
  readonly file: TraceFile;
  readonly place: number;
}

/** As people read it: where it comes from, head, steps as a tree, and how the run ended. */
export function renderRecording({ source, file, place }: PlacedRecording, style: Style, width: number): string {
  const trace = place === 0 ? file.trunk : (file.forks[place - 1] ?? file.trunk);
  const origin = originOf(trace, file);
  const title = `${style.bold(place === 0 ? printable(source) : recordingName(place))}${origin === '' ? '' : `: ${origin}`}`;
  const proposed = renderListedTools(trace.steps, style);
  const parts = [title, renderHead(trace, style), renderSteps(trace, style, width), renderEnd(trace, style, width), proposed];
  return parts.filter((part) => part !== '').join('\n');
}

/** One step with everything that was recorded of it. */
export function renderStep(step: Step, style: Style): string {
  const { call, outcome } = step;
  const answered = answeredText(step.answered);
  const lines = [
    style.bold(`step ${step.index}: ${call.kind} ${printable(call.name)}${call.effect ? ' (effect)' : ''}`),
    `${step.parent === null ? '' : `inside step ${step.parent}, `}started at ${Math.round(step.startedAtMs)} ms, ${
      step.endedAtMs === null ? 'never ended' : `took ${Math.round(step.endedAtMs - step.startedAtMs)} ms`
    }${answered === '' ? '' : `; answered: ${answered}`}`,
    `${style.dim('input')}\n${showJsonFully(call.input)}`,
  ];
  switch (outcome.kind) {
    case 'returned':
      return [...lines, `${style.dim(`returned${frozenText(outcome)}`)}\n${showJsonFully(outcome.value)}`].join('\n');
    case 'threw':
      return [...lines, `${style.dim('threw')}\n${showJsonFully(outcome.error)}`].join('\n');
    case 'interrupted':
      return [...lines, style.yellow('interrupted')].join('\n');
    case 'streamed':
      return [
        ...lines,
        ...outcome.chunks.map((chunk) => `${style.dim(`${Math.round(chunk.atMs)} ms`)}  ${showJson(chunk.value)}`),
        renderOutcome(outcome, style),
      ].join('\n');
  }
}

/** Code that changes it throws, or changes nothing: nothing in the JSON shows why. */
function frozenText({ frozen }: Returned): string {
  if (frozen === undefined) return '';
  const parts = [...frozen.whole, ...frozen.alone.map((pointer) => `${pointer || 'itself'} (not what is in it)`)];
  return frozen.whole.includes('') ? ', frozen' : `, frozen: ${parts.map((part) => printable(part)).join(', ')}`;
}

/** How a recording came to be, where it does not stand for itself. */
function originOf({ run: { derived } }: Trace, { trunk, forks }: TraceFile): string {
  if (derived === undefined) return '';
  switch (derived.kind) {
    case 'attached':
      return 'attached, recorded by itself';
    case 'on-demand': {
      const place = [trunk, ...forks].findIndex(({ run }) => run.id === derived.from);
      return `on demand, from ${place === -1 ? 'a fork that is gone' : recordingName(place)}`;
    }
    case 'what-if':
      return `what-if: step ${derived.step} of the run ${printable(derived.of)} is answered otherwise than it was; no check tries it`;
    case 'replayed':
      return `a kept replay of the run ${printable(derived.of)}${derived.test === '' ? '' : `, by the test ${printable(derived.test)}`}`;
    case 'minimized':
      return `minimized from the run ${printable(derived.of)}: ${printable(derived.proof)}; it shows: ${printable(derived.signature)}`;
  }
}

function renderHead(trace: Trace, style: Style): string {
  const { run } = trace;
  const git = run.git === null ? 'no git' : `${run.git.commit.slice(0, 10)}${run.git.dirty ? ' (dirty)' : ''}`;
  const redaction = run.redaction === null ? 'redaction off' : `redacted with key ${run.redaction.keyId}`;
  return style.dim(
    `${printable(run.agent ?? (commandOf(run.input) === null ? 'agent given as a function' : `program ${commandOf(run.input)}`))}, ${run.startedAt}, ${git}, ${redaction}`,
  );
}

function renderSteps(trace: Trace, style: Style, width: number): string {
  const room = Math.max(20, Math.floor((width - 50) / 2));
  const observed = observedCalls(trace.steps);
  const observedTools = observedToolsIn(trace);
  const rows = trace.steps.flatMap((step) => [stepRow(step), ...observed.filter(({ askedBy }) => askedBy === step).map(observedRow)]);
  return rows.length === 0 ? style.dim('no calls') : table(rows);

  function stepRow(step: Step): readonly string[] {
    return [
      style.dim(String(step.index)),
      `${'  '.repeat(depth(step, trace.steps))}${step.call.kind === 'model' ? style.cyan(printable(step.call.name)) : printable(step.call.name)}${step.call.effect ? style.magenta(' (effect)') : ''}${step.call.kind === 'tool' && observedTools.has(step.call.name) ? style.yellow(' (observed)') : ''}`,
      renderAsked(step.call, room),
      `→ ${renderAnswered(step, style, room)}`,
      style.dim(step.endedAtMs === null ? '' : `${Math.round(step.endedAtMs - step.startedAtMs)} ms`),
      styledAnswer(step, style),
    ];
  }

  /** It has no number and no time of its own. */
  function observedRow({ name, input, result, toldTo }: ObservedCall): readonly string[] {
    return [
      '',
      `  ${printable(name)}${style.yellow(' (observed)')}`,
      showJson(input, room),
      `→ told step ${toldTo.index} ${showJson(result, room)}`,
      '',
      '',
    ];
  }
}

function styledAnswer({ answered }: Step, style: Style): string {
  const text = answeredText(answered);
  return text.startsWith('borrowed') ? style.yellow(text) : text === 'live' ? style.green(text) : style.dim(text);
}

function renderEnd(trace: Trace, style: Style, width: number): string {
  const took = trace.endedAtMs === null ? '' : style.dim(` after ${Math.round(trace.endedAtMs)} ms`);
  return `${trace.steps.length} ${trace.steps.length === 1 ? 'call' : 'calls'}; ${renderRunEnd(trace, style, width)}${took}`;
}

function depth(step: Step, steps: readonly Step[]): number {
  let levels = 0;
  for (let parent = step.parent; parent !== null; parent = steps[parent]?.parent ?? null) levels += 1;
  return levels;
}
