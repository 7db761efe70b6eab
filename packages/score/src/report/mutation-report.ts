import type { Json } from '@stepfork/trace';
import type { FileResult, MutationTestResult, MutantResult as ReportedMutant } from 'mutation-testing-report-schema/api';
import type { MutantResult } from '../mutant.ts';
import type { Place, SourcePlace } from '../place.ts';
import type { Score } from '../score.ts';
import { defaultThresholds, type Thresholds } from '../score-verdict.ts';
import { locateJson } from './locate-json.ts';

/**
 * A score as a report of mutation testing, version 2 of its schema, which other tools read: what the right code did, the claim and the recorded
 * answers are its files, written as JSON.
 *
 * A mutant that could not be executed, or never ended, is a `RuntimeError` and leaves the score. A benign one on which the test passes is `Ignored`; one on
 * which it does not is `Survived`, since the test has to change.
 */
export function mutationReport(score: Score, thresholds: Partial<Thresholds> = {}): MutationTestResult {
  const { mutants, reference } = score;
  const { high, low } = { ...defaultThresholds, ...thresholds };
  const texts: Readonly<Record<JsonFile, Json>> = {
    'what the right code did.json': reference === null ? null : conductOf(reference.trace),
    'claim.json': score.claim as unknown as Json,
    'answers of the world.json': reference === null ? [] : answersOf(reference.recording),
  };
  const files = Object.entries(texts).map(([name, value]): readonly [string, FileResult] => {
    const { text, locate } = locateJson(value);
    const own = mutants.flatMap((one): ReportedMutant[] => {
      const { place } = one;
      if (place.kind === 'source' || fileOf(place) !== name) return [];
      return [{ ...reportedMutant(one), location: locate(pointerIn(place)) }];
    });
    return [name, { language: 'json', source: text, mutants: own }];
  });
  return {
    schemaVersion: '2',
    thresholds: { high, low },
    framework: { name: 'stepfork score' },
    files: Object.fromEntries([...files, ...sourceFiles(score)]),
  };
}

/** Each under its own path. */
function sourceFiles({ mutants, sourceTexts }: Score): readonly (readonly [string, FileResult])[] {
  return Object.entries(sourceTexts).map(([path, source]) => {
    const own = mutants.flatMap((one): ReportedMutant[] => {
      const { place } = one;
      if (place.kind !== 'source' || place.path !== path) return [];
      return [{ ...reportedMutant(one), replacement: place.replacement, location: { start: place.start, end: place.end } }];
    });
    return [path, { language: /\.[mc]?tsx?$/.test(path) ? 'typescript' : 'javascript', source, mutants: own }];
  });
}

type JsonFile = 'what the right code did.json' | 'claim.json' | 'answers of the world.json';
type JsonPlace = Exclude<Place, SourcePlace>;

function fileOf(place: JsonPlace): JsonFile {
  switch (place.kind) {
    case 'claim':
      return 'claim.json';
    case 'answer':
      return 'answers of the world.json';
    case 'output':
    case 'error':
    case 'argument':
    case 'call':
    case 'run':
      return 'what the right code did.json';
  }
}

function pointerIn(place: JsonPlace): string {
  switch (place.kind) {
    case 'output':
      return `/returned${place.pointer}`;
    case 'error':
      return `/threw${place.pointer}`;
    case 'argument':
      return `/calls/${place.step}/input${place.pointer}`;
    case 'call':
      return `/calls/${place.step}/name`;
    case 'claim':
      return place.pointer;
    case 'answer':
      return `/${place.step}/answer${place.pointer.split('→')[0]}`;
    case 'run':
      return '/calls';
  }
}

function reportedMutant({ id, mutator, says, set, outcome }: MutantResult): Omit<ReportedMutant, 'location'> {
  const told = { id, mutatorName: mutator, replacement: says };
  if (set === 'benign') {
    if (outcome.kind === 'killed')
      return { ...told, status: 'Survived', statusReason: `a right run on which the test fails: ${outcome.by}` };
    if (outcome.kind === 'survived') return { ...told, status: 'Ignored', statusReason: 'a right run, on which the test passes' };
  }
  switch (outcome.kind) {
    case 'killed':
      return { ...told, status: 'Killed', statusReason: outcome.by };
    case 'survived':
      return { ...told, status: 'Survived', statusReason: outcome.because ?? 'the test does not notice' };
    case 'not-executable':
      return { ...told, status: 'RuntimeError', statusReason: `could not be executed: ${outcome.reason}` };
    case 'timed-out':
      return { ...told, status: 'RuntimeError', statusReason: 'it never ended, which is no kill' };
    case 'ignored':
      return { ...told, status: 'Ignored', statusReason: outcome.reason };
  }
}

function conductOf({ outcome, steps }: NonNullable<Score['reference']>['trace']): Json {
  const calls = steps.map(({ call }) => ({ name: call.name, ...(call.kind === 'tool' && { input: call.input }) }));
  switch (outcome.kind) {
    case 'returned':
      return { returned: outcome.value, calls };
    case 'threw':
      return { threw: outcome.error, calls };
    case 'interrupted':
      return { calls };
  }
}

function answersOf({ steps }: NonNullable<Score['reference']>['recording']): Json {
  return steps.map(({ call, outcome }) => ({
    name: call.name,
    ...(outcome.kind === 'returned' && { answer: outcome.value }),
    ...(outcome.kind === 'streamed' && { answer: outcome.chunks.map(({ value }) => value) }),
  }));
}
