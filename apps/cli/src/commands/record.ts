import { basename, dirname } from 'node:path';
import { findProject } from '../agent/load-project.ts';
import { BaseCommand, type Reply } from '../base-command.ts';
import { loadConfig } from '../config/load-config.ts';
import { exitCode } from '../exit-code.ts';
import { longestDelay, sharedFlags } from '../flags.ts';
import { Flags } from '../oclif.ts';
import { outputTrace } from '../output-file.ts';
import { defaultOutput as programOutput } from '../program/default-output.ts';
import { isSwitchedOff, type ProgramFlags, refuseForProgram } from '../program/program-flags.ts';
import { splitCommand } from '../program/split-command.ts';
import { closeProgress } from '../progress.ts';
import { missingGitAttributes } from '../project/git-attributes.ts';
import { readJsonArgument } from '../read-json.ts';
import { loadAsOf, refuseTrunk } from '../recording/as-of.ts';
import { recordRun } from '../recording/record-run.ts';
import { commandLine } from '../render/command-line.ts';
import { renderNextAfterRecord, renderRecorded } from '../render/recorded.ts';
import { shortPath } from '../render/short-path.ts';
import { writeNote } from '../streams.ts';
import { UsageError } from '../usage-error.ts';

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
    timeout: sharedFlags.timeout,
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
    if (command !== null) return this.#program(command, flags);
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
      text: (style) => renderRecorded(run, style),
      next: (style) => renderNextAfterRecord(run, { gitAttributes: attributes, redacted: redact, asOf: asOf?.path ?? null }, style),
      ...(run.interruption?.kind === 'signal' ? { signal: run.interruption.signal } : {}),
    };
  }

  async #program(command: readonly string[], flags: ProgramFlags): Promise<Reply> {
    refuseForProgram(command, flags);
    if (isSwitchedOff()) return this.#unrecorded(command);
    const { config } = await loadConfig(process.cwd());
    const redact = flags.redact ?? config.redact ?? true;
    const output = outputTrace(flags.output ?? programOutput(command), flags.force);
    const [{ recordingsFor }, { recordProgram }, { renderRecordedProgram }] = await Promise.all([
      import('../program/recordings-for.ts'),
      import('../program/record-program.ts'),
      import('../render/program.ts'),
    ]);
    const { running, left } = recordingsFor(output);
    if (running.length > 0)
      throw new UsageError(
        `${shortPath(output)} is being recorded by another command.`,
        'Wait until it is done, or record into another file.',
      );
    for (const folder of left) {
      writeNote(
        `note: a command that recorded into ${shortPath(output)} was killed; ${commandLine('stepfork', 'record', '--recover', shortPath(folder), '-o', 'recovered.sftrace')} writes what it had recorded`,
      );
    }
    const run = await recordProgram(command, {
      output,
      force: flags.force,
      redact,
      timeoutMs: flags.timeout,
      stdout: this.jsonEnabled() ? 'stderr' : 'own',
    });
    const { ended, trace, unseen } = run;
    return {
      exit: ended.code ?? exitCode.cannotExecute,
      value: { file: run.file, trace, unseen },
      text: () => '',
      next: (style) => renderRecordedProgram(run, { gitAttributes: missingGitAttributes(dirname(run.file)), redacted: redact }, style),
      ...(ended.signal !== null && !ended.isTimedOut ? { signal: ended.signal } : {}),
    };
  }

  async #recover(folder: string, flags: ProgramFlags, command: readonly string[] | null): Promise<Reply> {
    if (command !== null || flags.agent !== undefined || flags.input !== undefined || flags['as-of'] !== undefined) {
      throw new UsageError('--recover runs nothing: the run is there already.', 'Give it alone, or with -o and --force.');
    }
    const { recoverProgram } = await import('../program/recover-program.ts');
    return recoverProgram(folder, flags);
  }

  /** As it was typed, without us. */
  async #unrecorded(command: readonly string[]): Promise<Reply> {
    const { startProgram } = await import('../program/start-program.ts');
    closeProgress();
    writeNote('note: STEPFORK_HOOKS=off: the program runs, and nothing is recorded');
    const { code, signal } = await startProgram(command, {
      stdio: ['inherit', this.jsonEnabled() ? process.stderr : 'inherit', 'inherit'],
      env: process.env,
    });
    return { exit: code ?? exitCode.cannotExecute, value: { file: null }, text: () => '', ...(signal !== null && { signal }) };
  }
}

/** `runAgent.sftrace`; the name of the file for a default export. */
function defaultOutput(agent: string): string {
  const [file = '', name = ''] = agent.split('#');
  return `${name === 'default' ? basename(file).replace(/\.[^.]+$/, '') : name}.sftrace`;
}
