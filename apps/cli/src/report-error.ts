import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import { type ExitCode, exitCode, exitCodeOfError } from './exit-code.ts';
import { nearest } from './nearest.ts';
import { writeNote } from './streams.ts';
import { type Style, styleFor } from './style.ts';
import { UsageError } from './usage-error.ts';

/**
 * Prints an error once, for people, and says with which code the process ends. Never 1: that is an answer about the agent. Never throws: what
 * cannot be reported well is reported badly.
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
  if (isOclifError(error)) {
    if (error.code === 'EEXIT') return error.oclif.exit === 0 ? exitCode.yes : exitCode.usage;
    writeNote(`${style.red('error:')} ${error.message.replace(/\nSee more help with --help$/, '')}`);
    writeNote(style.dim(flagHint(error) ?? `See \`stepfork ${commandOf(argv)}--help\`.`));
    return exitCode.usage;
  }
  if (error instanceof UsageError) {
    tell(error, style);
    return exitCode.usage;
  }
  const { StepforkError } = await import('@stepfork/trace');
  if (StepforkError.isInstance(error)) {
    tell(error, style);
    return exitCodeOfError(error.code);
  }
  writeNote(crashReport(error, argv));
  return exitCode.internal;
}

function tell(error: Error & { readonly hint: string }, style: Style): void {
  writeNote(`${style.red('error:')} ${error.message}`);
  if (error.cause !== undefined) writeNote(describeCause(error.cause, style));
  if (error.hint !== '') writeNote(style.dim(error.hint));
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
  const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };
  const stack = error instanceof Error ? error.stack : undefined;
  const summary = error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
  return [
    `stepfork ended unexpectedly: ${summary}`,
    `  stepfork ${version}, node ${process.versions.node}, ${process.platform} ${process.arch}`,
    `  command: stepfork ${argv.map((one) => (/^[\w./:=@#,-]+$/.test(one) ? one : JSON.stringify(one))).join(' ')}`,
    process.env.DEBUG ? (stack ?? '') : '  This is a bug of stepfork. Run it again with DEBUG=stepfork for the stack.',
  ].join('\n');
}
