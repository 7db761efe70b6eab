import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalJson, encodeValue } from '@stepfork/trace';
import type { TestCase } from '../test-case.ts';

/** Where the last replay of a test is kept if the test does not pass. */
export interface LastPlace {
  /** `.stepfork` in the root of the project. */
  readonly folder: string;
  /** Which test it is, in the project: another one of the same file name does not take its file. */
  readonly test: string;
  /** Where it is kept, in this order: `last/refund.sftrace`, and where that is another test's, a name that no other has. */
  readonly files: readonly [string, string];
}

/**
 * The place of a test: in the root of the project of its trace (the nearest folder with a package.json, else that of the trace), under the name
 * of the test, else of the trace.
 *
 * @param trace path of the trace file
 * @param test what tells it from the other tests of the same trace, as text
 */
export function lastPlace(trace: string, test: string, name: string = stem(trace)): LastPlace {
  const root = rootOf(dirname(trace));
  const folder = join(root, '.stepfork');
  const whole = `${relative(root, trace).split(sep).join('/')} ${test}`;
  const file = fileName(name);
  const mark = hash(whole);
  return { folder, test: whole, files: [join(folder, 'last', `${file}.sftrace`), join(folder, 'last', `${file}-${mark}.sftrace`)] };
}

/** The place of a test case; `null` where its traces come from no file. A test without a name is known by its agent, claim and rules. */
export function lastPlaceOf({ traces, agent, ...rules }: TestCase, name?: string): LastPlace | null {
  if (!(traces instanceof URL) || traces.protocol !== 'file:') return null;
  return lastPlace(fileURLToPath(traces), name ?? hash(canonicalJson(encodeValue({ agent: agent.name, ...rules }))), name);
}

function rootOf(folder: string): string {
  for (let here = folder; here !== dirname(here); here = dirname(here)) {
    if (existsSync(join(here, 'package.json'))) return here;
  }
  return folder;
}

function stem(trace: string): string {
  return basename(trace).replace(/\.sftrace(?:\.jsonl)?$/, '');
}

/** A title as a file name that needs no quotes and is never a path. */
function fileName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '');
  return [...plain].slice(0, 60).join('') || 'test';
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
