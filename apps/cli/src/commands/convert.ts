import { BaseCommand, type Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { sharedFlags, traceArg } from '../flags.ts';
import { loadTrace, requireFile } from '../inputs/load-trace.ts';
import { upgradeTrace } from '../inputs/upgrade-trace.ts';
import { Args, Flags } from '../oclif.ts';
import { requireFlag } from '../options/test-options.ts';
import { shortPath } from '../render/short-path.ts';
import { outputTrace } from '../writing/output-file.ts';

export default class Convert extends BaseCommand {
  static override summary =
    'Write a trace in the other encoding: packed (.sftrace) or text (.sftrace.jsonl), by the ending. Nothing is lost.';
  static override description = 'The trace is checked while it is read, and sealed anew. A sealed file with damage is refused.';
  static override examples = [
    '<%= config.bin %> convert refund.sftrace -o refund.sftrace.jsonl',
    '<%= config.bin %> convert refund.sftrace.jsonl refund.sftrace --force',
    '<%= config.bin %> convert refund.sftrace --upgrade',
  ];
  static override args = { trace: traceArg, to: Args.string({ description: 'Where to write; the same as --output.' }) };
  static override flags = {
    output: sharedFlags.output,
    force: sharedFlags.force,
    upgrade: Flags.boolean({
      description: 'Write the file in its place as this version writes it, in the encoding that it has.',
      exclusive: ['output', 'force'],
    }),
  };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Convert);
    if (flags.upgrade) return upgrade(args.trace, args.to);
    if (args.to !== undefined && flags.output !== undefined)
      throw new UsageError('The file to write is named twice.', 'Name it once: -o refund.sftrace.jsonl.');
    const named = requireFlag(flags.output ?? args.to, 'output', 'Name the file to write: -o refund.sftrace.jsonl.');
    const output = outputTrace(named, flags.force);
    const file = await loadTrace(args.trace);
    const { writeTraceFile } = await import('@stepfork/trace/file');
    await writeTraceFile(output, file, { force: flags.force });
    const recordings = 1 + file.forks.length;
    return {
      exit: exitCode.yes,
      value: { from: args.trace, to: output, recordings, sealed: file.sealed },
      text: (style) =>
        `${style.bold(shortPath(output))}: ${file.trunk.steps.length} steps${recordings === 1 ? '' : `, ${recordings - 1} forks`}`,
    };
  }
}

async function upgrade(path: string, to: string | undefined): Promise<Reply> {
  if (to !== undefined) throw new UsageError(`--upgrade writes ${path} in its place, and ${to} is named too.`, 'Leave one of them out.');
  requireFile(path, 'trace');
  const { changed, before, after, recordings } = await upgradeTrace(path);
  return {
    exit: exitCode.yes,
    value: { file: path, changed, recordings, bytes: { before, after } },
    text: (style) =>
      `${style.bold(shortPath(path))}: ${changed ? `written anew, ${after} bytes instead of ${before}` : 'as this version writes it, so it stays as it is'}`,
  };
}
