import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/workspace.mjs';

const trace = join(root, 'packages/trace');
const LONG = 140;

/**
 * The parts of docs/trace-format.md that the code decides, by the name of their marks: events, values and limits from the tables by which a file
 * is checked, the example from the conformance suite.
 *
 * @returns {Promise<Record<string, string>>} each ends with a line end
 */
export async function traceFormatParts() {
  const [{ eventShapes }, { taggedShapes }, limits] = await Promise.all(['event-shape', 'tagged-shapes', 'limits'].map(built));
  const example = join(trace, 'conformance/files/smallest.sftrace.jsonl');
  return {
    'trace-example': fenced(existsSync(example) ? readFileSync(example, 'utf8') : ''),
    'trace-events': fenced(Object.entries(eventShapes).map(membersOf).join('\n')),
    'trace-values': fenced(
      Object.values(taggedShapes)
        .map((shape) => `${notation(shape)}\n`)
        .join(''),
    ),
    'trace-limits': [
      '| limit | |',
      '|---|---|',
      `| version of the format | ${limits.FORMAT_VERSION} |`,
      `| version of the framing | ${limits.FRAMING_VERSION} |`,
      `| lists and objects in each other in one value, references followed | ${limits.MAX_DEPTH} |`,
      `| length of one value, references followed | ${limits.MAX_WEIGHT} |`,
      `| inflated bytes for each deflated one in a block | ${limits.MAX_INFLATION} |`,
      '',
    ].join('\n'),
  };
}

function built(name) {
  return import(pathToFileURL(join(trace, 'dist', `${name}.js`)).href);
}

function fenced(text) {
  return `\`\`\`text\n${text}\`\`\`\n`;
}

/** An event: its name, then its members. */
function membersOf([name, { members }]) {
  const lines = Object.entries(members)
    .filter(([key]) => key !== 'type')
    .flatMap(([key, shape]) => memberLines(key, shape));
  return `${name}\n${lines.join('\n')}\n`;
}

/** A member in one line, or with a line for each choice, or, where an object is long, with a line for each member of it. */
function memberLines(key, shape) {
  const label = `  ${key}${shape.kind === 'optional' ? '?' : ''}`;
  if (shape.kind === 'object' && notation(shape).length > LONG) {
    const within = Object.entries(shape.members).flatMap(([name, member]) => memberLines(name, member));
    return [label, ...within.map((line) => `  ${line}`)];
  }
  const [first, ...rest] = choicesOf(shape);
  const width = Math.max(12, label.length + 1);
  return [`${label.padEnd(width)}${first}`, ...rest.map((choice) => `${' '.repeat(width - 2)}| ${choice}`)];
}

function choicesOf(shape) {
  if (shape.kind === 'optional') return choicesOf(shape.of);
  return shape.kind === 'choice' ? Object.values(shape.of).map(notation) : [notation(shape)];
}

/** A shape as TypeScript would write it. */
function notation(shape) {
  switch (shape.kind) {
    case 'one-of':
      return shape.values.map((value) => `"${value}"`).join(' | ');
    case 'nullable':
      return `${notation(shape.of)} | null`;
    case 'optional':
      return notation(shape.of);
    case 'list':
      return `[${notation(shape.of)}, …]`;
    case 'record':
      return `{ [text]: ${notation(shape.of)} }`;
    case 'pair':
      return `[${shape.of.map(notation).join(', ')}]`;
    case 'object':
      return `{ ${Object.entries(shape.members)
        .map(([key, member]) => `${key}${member.kind === 'optional' ? '?' : ''}: ${notation(member)}`)
        .join(', ')} }`;
    case 'choice':
      return choicesOf(shape).join(' | ');
    default:
      return shape.kind;
  }
}
