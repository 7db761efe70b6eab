import { resealTrace, validateTrace } from '@stepfork/trace';
import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { traceArg } from '../flags.ts';
import { requireFile } from '../inputs/load-trace.ts';
import { readBytes } from '../inputs/read-bytes.ts';
import { Flags } from '../oclif.ts';
import { commandLine } from '../render/command-line.ts';
import { renderProblems } from '../render/problems.ts';
import { replaceTrace } from '../writing/replace-file.ts';

export default class Validate extends BaseCommand {
  static override summary = 'Check a trace file: checksums, seals, the order of events, calls and runs without an end.';
  static override description =
    'Ends with 2 if anything is wrong. After a deliberate edit --reseal makes the checksums and seals fit again.';
  static override examples = ['<%= config.bin %> validate refund.sftrace', '<%= config.bin %> validate test/refund.sftrace.jsonl --reseal'];
  static override args = { trace: traceArg };
  static override flags = {
    reseal: Flags.boolean({ summary: 'Write the file anew with checksums and seals that fit what stands in it.' }),
  };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Validate);
    requireFile(args.trace, 'trace');
    if (flags.reseal) replaceTrace(args.trace, await resealTrace(readBytes(args.trace), { source: args.trace }));
    const problems = await validateTrace(readBytes(args.trace), { source: args.trace });
    return {
      exit: problems.length === 0 ? exitCode.yes : exitCode.usage,
      value: problems,
      text: (style) => renderProblems(args.trace, problems, style),
      next: () => (problems.length === 0 ? '' : `After a deliberate edit: ${commandLine('stepfork', 'validate', args.trace, '--reseal')}`),
    };
  }
}
