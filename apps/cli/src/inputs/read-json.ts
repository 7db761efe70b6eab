import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Json } from '@stepfork/trace';
import { UsageError } from '../errors/usage-error.ts';
import { jsonErrorAt } from './json-error-at.ts';
import { readBytes } from './read-bytes.ts';
import { refuseBundle } from './refuse-bundle.ts';

/** A JSON value as a flag takes it, and where it came from: `--input`, or the path of a file. */
export interface JsonArgument {
  readonly value: Json;
  readonly source: string;
}

const wanted = `Give a JSON file, JSON text, or - for standard input. A text is JSON in double quotes only, which a shell takes away: '"broken"'.`;

/**
 * Reads `{"id": 1}`, `file.json`, `@file.json` or `-` (standard input).
 *
 * @throws UsageError that shows where the JSON breaks
 */
export function readJsonArgument(argument: string, flag: string, cwd: string = process.cwd()): JsonArgument {
  if (argument === '' || argument === '@') throw new UsageError(`${flag} is empty.`, wanted);
  if (argument === '-') return { value: parseJson(readFileSync(0, 'utf8'), 'standard input'), source: 'standard input' };
  if (argument.startsWith('@')) return readJsonFile(resolve(cwd, argument.slice(1)));
  if (!looksLikeJson(argument)) return readJsonFile(resolve(cwd, argument));
  return { value: parseJson(argument, flag), source: flag };
}

/** @throws UsageError if there is no such file, or it holds no JSON */
export function readJsonFile(path: string): JsonArgument {
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`, wanted);
  refuseBundle(path);
  if (!statSync(path).isFile())
    throw new UsageError(`${path} is ${statSync(path).isDirectory() ? 'a folder' : 'a pipe or a device'}, not a JSON file.`, wanted);
  return { value: parseJson(readBytes(path).toString('utf8'), path), source: path };
}

function looksLikeJson(text: string): boolean {
  return /^\s*(?:[{["]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$|(?:true|false|null)\s*$)/.test(text);
}

function parseJson(text: string, source: string): Json {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json) as Json;
  } catch (cause) {
    throw brokenJson(json, source, cause);
  }
}

function brokenJson(json: string, source: string, cause: unknown): UsageError {
  const at = jsonErrorAt(json);
  if (at === null) return new UsageError(`${source} is not JSON.`, '', { cause });
  const line = json.slice(0, at).split('\n').length;
  const lineStart = json.lastIndexOf('\n', at - 1) + 1;
  const column = at - lineStart + 1;
  const what = at >= json.length ? 'ends too early' : 'is not JSON';
  return new UsageError(`${source} ${what}: line ${line}, column ${column}.`, pointAt(json, lineStart, at));
}

/** The line with a caret under the place; a long line is cut around it. */
function pointAt(text: string, lineStart: number, at: number): string {
  const lineEnd = text.indexOf('\n', at);
  const from = Math.max(lineStart, at - 60);
  const line = text.slice(from, Math.min(lineEnd === -1 ? text.length : lineEnd, at + 20)).replaceAll('\t', ' ');
  return `  ${line}\n  ${' '.repeat(at - from)}^`;
}
