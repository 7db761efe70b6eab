import { type Agent, type CommandContext, check, replay, waysOn } from '@stepfork/replay';
import { endBlocked } from '../agent/end-blocked.ts';
import { watchBlocked } from '../agent/watch-blocked.ts';
import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode, exitCodeOfStop, exitCodeOfVerdict } from '../exit-code.ts';
import { claimOfPerson, claimSources } from '../exporting/choose-claim.ts';
import { claimFlags, sharedFlags, testFlags, traceOrCaseArg } from '../flags.ts';
import { keepReplay } from '../keep-replay.ts';
import { loadTestCase } from '../load-test-case.ts';
import { typedAgent } from '../options/typed-agent.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { startProgress } from '../progress.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { compareRechunked, type Judged } from '../rechunked.ts';
import { commandLine } from '../render/command-line.ts';
import { renderRechunked } from '../render/rechunked.ts';
import { renderBlocked, renderReplay, renderVerdict } from '../render/verdict.ts';
import type { Style } from '../style.ts';
import { noteUnknownClaimed } from '../unknown-claimed.ts';

export default class Replay extends BaseCommand {
  static override summary = 'Run an agent offline against a recording, and judge what it did by a claim.';
  static override description =
    'Every call is answered from the recording; no body runs but those of tools whose policy is live. Without a claim it says whether the recording could answer everything.';
  static override examples = [
    '<%= config.bin %> replay test/refund.case.json',
    '<%= config.bin %> replay refund.sftrace --agent ./src/agent.ts#runAgent --claim refund.claim.json',
    `<%= config.bin %> replay refund.sftrace --returns '{"refunded_cents":4999}' --expect-call 'issue_refund x1 {"amount_cents":4999}'`,
    '<%= config.bin %> replay test/refund.case.json --rechunk 7',
    '<%= config.bin %> replay refund.sftrace -p send_email=sink --answer send_email=sent.json --stable lookup_customer',
  ];
  static override args = { file: traceOrCaseArg };
  static override flags = { agent: sharedFlags.agent, ...claimFlags, ...testFlags, rechunk: sharedFlags.rechunk };

  protected async reply(): Promise<Reply> {
    const { args, flags } = await this.parse(Replay);
    const { trace, traces, project, options, ...testCase } = await loadTestCase(args.file, flags);
    const person = await claimOfPerson(claimSources(flags, testCase.claim === null ? project.config.claim : undefined));
    const claim = person?.claim ?? testCase.claim;
    const agent = await project.load();
    const redactor = redactorOfProject(project.ref.root, traces.trunk.run.redaction);
    const progress = startProgress('replaying');
    const context: CommandContext = { file: args.file, agent: typedAgent(project, flags.agent), flags: typedFlags(flags) };
    // The library's own default, where nobody says another.
    const { timeoutMs = 10_000 } = options;
    const again = commandLine('stepfork', 'replay', ...this.argv);
    const stopWatch = watchBlocked({
      limitMs: timeoutMs,
      onLimit: () => {
        progress.done();
        endBlocked(blocked(), this.jsonEnabled());
      },
    });
    const ended = (): void => {
      stopWatch();
      progress.done();
    };
    const { rechunk: seed } = flags;
    if (claim !== null) noteUnknownClaimed(claim, traces);
    const { done, cut } = await both().finally(ended);
    const see = await keepReplay(done, trace, args.file);
    if (cut === null || seed === undefined) return replyTo(done);
    const result = compareRechunked(done, cut);
    const { exit, value, text, next } = replyTo(done);
    return {
      exit: result === 'same' || result === 'nothing-cut' ? exit : exitCode.no,
      value: { ...(value as object), rechunk: { seed, result, ...cut } },
      text: (style) => `${text(style)}\n${renderRechunked(result, seed, done, cut, style)}`,
      next,
    };

    async function both(): Promise<{ readonly done: Judged; readonly cut: Judged | null }> {
      const first = await run(agent);
      return { done: first, cut: seed === undefined ? null : await run(await project.load(), seed) };
    }

    async function run(candidate: Agent, rechunk?: string): Promise<Judged> {
      const rules = { ...options, ...(rechunk !== undefined && { rechunk }) };
      if (claim !== null) return check({ traces, agent: candidate, claim, ...rules }, { ...redactor });
      const replayed = await replay(traces, candidate, { ...rules, ...redactor });
      return { verdict: replayed.stop, replay: replayed };
    }

    function replyTo({ verdict, replay: replayed }: Judged): Reply & { readonly next: (style: Style) => string } {
      const shown = (style: Style): string => renderReplay(replayed, style, { forks: traces.forks.length });
      if (claim !== null && verdict !== null) {
        return {
          exit: exitCodeOfVerdict(verdict),
          value: { verdict, replay: replayed },
          text: (style) => `${renderVerdict(verdict, style)}\n${shown(style)}`,
          next: () =>
            verdict.kind === 'pass' ? '' : `${see}${verdict.kind === 'inconclusive' ? `${ways(verdict)}\n` : ''}Again: ${again}`,
        };
      }
      const { stop } = replayed;
      return {
        exit: stop === null ? exitCode.yes : exitCodeOfStop(stop),
        value: replayed,
        text: (style) =>
          `${stop === null ? style.bold('replayed: the recording answered every call') : renderVerdict(stop, style)}\n${shown(style)}`,
        next: (style) =>
          stop === null
            ? style.dim('No claim was given, so nothing was judged: add --claim, --returns or --expect-call.')
            : `${see}${ways(stop)}`,
      };
    }
    /** The agent has never given control back: there is no replay to show, only what became of it. */
    function blocked(): Reply {
      const stop = { kind: 'inconclusive', reason: 'timed-out', timeoutMs, waitingFor: [] } as const;
      return {
        exit: exitCodeOfStop(stop),
        value: claim === null ? { stop } : { verdict: stop, replay: null },
        text: (style) => `${renderVerdict(stop, style)}\n${renderBlocked(style)}`,
        next: () => `${ways(stop)}\nAgain: ${again}`,
      };
    }

    function ways(stop: Parameters<typeof waysOn>[0]): string {
      return ['Ways on:', ...waysOn(stop, context).map((way) => `- ${way}`)].join('\n');
    }
  }
}
