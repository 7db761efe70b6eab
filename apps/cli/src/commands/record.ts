import { basename, dirname } from 'node:path';
import { findProject } from '../agent/load-project.ts';
import { BaseCommand, type Reply } from '../base-command.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { longestDelay, sharedFlags, timeoutFlag } from '../flags.ts';
import { readJsonArgument } from '../inputs/read-json.ts';
import { Flags } from '../oclif.ts';
import type { ProgramFlags } from '../program/command/program-flags.ts';
import { splitCommand } from '../program/command/split-command.ts';
import { missingGitAttributes } from '../project/git-attributes.ts';
import { loadAsOf, refuseTrunk } from '../recording/as-of.ts';
import { recordRun } from '../recording/record-run.ts';
import { renderNextAfterRecord, renderRecorded } from '../render/recorded.ts';
import { outputTrace } from '../writing/output-file.ts';

export default class Record extends BaseCommand {
  static override usage = ['record -a <file#export> [-i <json|file|->] [-o <path>]', 'record [-o <path>] -- <command …>'];
  static override summary = 'Run an agent or a program once for real, and record every call of its tools and models.';
  static override description =
    'Behind -- stands the command of any Node program: it is recorded as it is, every model call and request that goes through fetch or http.request, and ends with its own exit code. An agent that is a function ends with 0 also when it failed: the failure is what was to be recorded. Secrets are replaced before anything is written. What such an agent prints goes to stderr.';
  static override examples = [
    `<%= config.bin %> record --agent ./src/agent.ts#runAgent --input '{"ticket":"Order 8841 arrived broken"}' -o refund.sftrace`,
    '<%= config.bin %> record -a ./src/agent.ts#runAgent -i ticket.json -o refund.sftrace.jsonl',
    'cat ticket.json | <%= config.bin %> record -a ./src/agent.ts#runAgent -i - -o refund.sftrace --force',
    '<%= config.bin %> record -o refund.sftrace -- node agent.mjs --order 8841',
    '<%= config.bin %> record --as-of test/refund.case.json -a ./src/agent-fixed.ts#runAgent -o fixed.sftrace',
  ];
  static override flags = {
    agent: sharedFlags.agent,
    input: sharedFlags.input,
    output: sharedFlags.output,
    force: sharedFlags.force,
    'as-of': Flags.string({
      summary: 'Record under the clock of this trace: the agent is told its day, and given its input unless --input says another.',
      helpValue: '<trace or case file>',
    }),
    recover: Flags.string({
      summary: 'Write the trace that a killed command could not write any more, of the folder that it has left.',
      helpValue: '<folder>',
    }),
    timeout: timeoutFlag('Give up the run after so many milliseconds; else it may take as long as it likes.'),
    drain: Flags.integer({
      summary: 'How long to wait for calls that are still open when the agent has ended (default 1000).',
      helpValue: '<ms>',
      min: 0,
      max: longestDelay,
    }),
    redact: Flags.boolean({ summary: 'Replace secrets by pseudonyms (default). --no-redact records them as they are.', allowNo: true }),
  };

  protected async reply(): Promise<Reply> {
    const { own, command } = splitCommand(this.argv);
    const { flags } = await this.parse(Record, own);
    if (flags.recover !== undefined) return this.#recover(flags.recover, flags, command);
    if (command !== null) {
      const { replyToProgramRecording } = await import('../program/recording/reply-to-recording.ts');
      return replyToProgramRecording(command, flags, this.jsonEnabled() ? 'stderr' : 'own');
    }
    const asOf = flags['as-of'] === undefined ? null : await loadAsOf(flags['as-of']);
    const input = flags.input === undefined ? asOf?.input() : readJsonArgument(flags.input, '--input').value;
    const project = await findProject(flags.agent, asOf?.agent);
    const redact = flags.redact ?? project.config.redact ?? true;
    const output = outputTrace(flags.output ?? defaultOutput(project.ref.text), flags.force);
    if (asOf !== null) refuseTrunk(asOf, output);
    const run = await recordRun(project, input, {
      output,
      force: flags.force,
      redact,
      drainMs: flags.drain ?? project.config.drainMs,
      timeoutMs: flags.timeout,
      startedAt: asOf?.startedAt,
    });
    const attributes = missingGitAttributes(dirname(run.file));
    return {
      exit: exitCode.yes,
      value: { file: run.file, trace: run.trace },
      text: (style) => renderRecorded(run, project.config.policies ?? {}, style),
      next: (style) => renderNextAfterRecord(run, { gitAttributes: attributes, redacted: redact, asOf: asOf?.path ?? null }, style),
      ...(run.interruption?.kind === 'signal' ? { signal: run.interruption.signal } : {}),
    };
  }

  async #recover(folder: string, flags: ProgramFlags, command: readonly string[] | null): Promise<Reply> {
    if (command !== null || flags.agent !== undefined || flags.input !== undefined || flags['as-of'] !== undefined) {
      throw new UsageError('--recover runs nothing: the run is there already.', 'Give it alone, or with -o and --force.');
    }
    const { recoverProgram } = await import('../program/recording/recover-program.ts');
    return recoverProgram(folder, flags);
  }
}

/** `runAgent.sftrace`; the name of the file for a default export. */
function defaultOutput(agent: string): string {
  const [file = '', name = ''] = agent.split('#');
  return `${name === 'default' ? basename(file).replace(/\.[^.]+$/, '') : name}.sftrace`;
}
