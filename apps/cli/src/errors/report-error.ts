import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import { type ExitCode, exitCode, exitCodeOfError } from '../exit-code.ts';
import { asInvoked } from '../render/as-invoked.ts';
import { printable } from '../render/printable.ts';
import { hasAnswered, writeAnswer, writeNote } from '../terminal/streams.ts';
import { type Style, styleFor } from '../terminal/style.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';

// Taken before the agent's module can replace it.
const { stringify } = JSON;

/** What `--json` prints of an error, as `{ error: … }`. */
interface ErrorAnswer {
  /** `STEPFORK_USAGE` where the command was asked wrongly, `STEPFORK_INTERNAL` for a bug of ours, else that of the StepforkError. */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/**
 * Prints an error once, for people on stderr and under `--json` as the answer, and says with which code the process ends. Never 1: that is an
 * answer about the agent. Never throws: what cannot be reported well is reported badly.
 */
export async function reportError(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  try {
    return await report(error, argv);
  } catch (second) {
    writeNote(`stepfork ended unexpectedly, and while it told why: ${inspect(second)}`);
    return exitCode.internal;
  }
}

async function report(error: unknown, argv: readonly string[]): Promise<ExitCode> {
  const style = styleFor(process.stderr);
  // A command that cannot be loaded was not asked wrongly.
  if (isOclifError(error) && error.code !== 'MODULE_NOT_FOUND') {
    if (error.code === 'EEXIT') return error.oclif.exit === 0 ? exitCode.yes : exitCode.usage;
    const message = oneLine(error.message);
    tell({ message, hint: flagHint(error) ?? `See \`stepfork ${commandOf(argv)}--help\`.` }, style);
    answer(argv, { code: 'STEPFORK_USAGE', message, hint: flagHint(error) ?? '' });
    return exitCode.usage;
  }
  if (error instanceof UsageError) {
    tell(error, style);
    answer(argv, { code: 'STEPFORK_USAGE', message: error.message, hint: error.hint });
    return exitCode.usage;
  }
  const { StepforkError } = await import('@stepfork/trace');
  if (StepforkError.isInstance(error)) {
    tell(error, style);
    answer(argv, { code: error.code, message: error.message, hint: error.hint });
    return exitCodeOfError(error.code);
  }
  if (isSystemError(error)) {
    const failed = { message: `${error.message}.`, hint: 'Check the rights on the file and its folder, and the space on the disk.' };
    tell(failed, style);
    answer(argv, { code: 'STEPFORK_FILE_FAILED', ...failed });
    return exitCode.cannotExecute;
  }
  writeNote(crashReport(error, argv));
  answer(argv, {
    code: 'STEPFORK_INTERNAL',
    message: error instanceof Error ? error.message : inspect(error),
    hint: 'This is a bug of stepfork.',
  });
  return exitCode.internal;
}

/** Nothing where the answer was out before something else went wrong. */
function answer(argv: readonly string[], error: ErrorAnswer): void {
  const flags = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (flags.includes('--json') && !hasAnswered()) writeAnswer(stringify({ error }, null, 2));
}

/** Names in an error may come out of a trace, and so from a stranger. */
function tell(error: { readonly message: string; readonly hint: string; readonly cause?: unknown }, style: Style): void {
  writeNote(`${style.red('error:')} ${printable(error.message, { keepLines: true })}`);
  if (error.cause !== undefined) writeNote(describeCause(error.cause, style));
  if (error.hint !== '') writeNote(style.dim(asInvoked(printable(error.hint, { keepLines: true }))));
}

/** The note that oclif adds to what is missing is not true of our flags, which take one value each. */
function oneLine(message: string): string {
  return message
    .replace(/\nSee more help with --help$/, '')
    .replace(/\n\nNote: [\s\S]*$/, '')
    .replace(/^Parsing (--\S+) \n\tE/, '$1: e');
}

interface OclifError extends Error {
  readonly code?: string;
  readonly oclif: { readonly exit?: number };
  /** Flags that do not exist, where that is the error. */
  readonly flags?: unknown;
  readonly parse?: { readonly input?: { readonly flags?: Readonly<Record<string, unknown>> } };
}

function isOclifError(error: unknown): error is OclifError {
  return error instanceof Error && typeof (error as Partial<OclifError>).oclif === 'object';
}

/** A file that cannot be written, or is gone by now: the machine says so, not a bug. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'path' in error && typeof (error as NodeJS.ErrnoException).code === 'string';
}

function flagHint(error: OclifError): string | null {
  const unknown = Array.isArray(error.flags) ? String(error.flags[0] ?? '') : '';
  if (!unknown.startsWith('--')) return null;
  const known = Object.keys(error.parse?.input?.flags ?? {}).sort();
  const near = nearest(unknown.slice(2), known);
  const list = `Known flags: ${known.map((name) => `--${name}`).join(', ')}.`;
  return near === null ? list : `Did you mean --${near}? ${list}`;
}

function commandOf(argv: readonly string[]): string {
  const first = argv[0];
  return first === undefined || first.startsWith('-') ? '' : `${first} `;
}

/** The error of the user's own module, with the frames of his files only. */
function describeCause(cause: unknown, style: Style): string {
  if (!(cause instanceof Error)) return style.dim(`caused by: ${inspect(cause)}`);
  const frames = (cause.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node:|[\\/]node_modules[\\/]|[\\/]apps[\\/]cli[\\/]dist[\\/]/.test(line))
    .slice(0, 3);
  return style.dim([`caused by: ${cause.name}: ${cause.message}`, ...frames].join('\n'));
}

function crashReport(error: unknown, argv: readonly string[]): string {
  const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };
  const stack = error instanceof Error ? error.stack : undefined;
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
  return [
    `stepfork ended unexpectedly: ${summary}`,
    `  stepfork ${version}, node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `  command: stepfork ${argv.map((one) => (/^[\w./:=@#,-]+$/.test(one) ? one : JSON.stringify(one))).join(' ')}`,
    process.env.DEBUG ? (stack ?? '') : '  This is a bug of stepfork. Run it again with DEBUG=stepfork for the stack.',
  ].join('\n');
}
