import { type Agent, check, defaultTimeoutMs, loadNeeds, replay } from '@stepfork/replay';
import { endBlocked } from '../agent/end-blocked.ts';
import { watchBlocked } from '../agent/watch-blocked.ts';
import type { Reply } from '../base-command.ts';
import { lineOfExport } from '../ci/line-of-export.ts';
import { claimOfCase } from '../exporting/claim-of-case.ts';
import { loadTestCase } from '../inputs/load-test-case.ts';
import { noteLiveRequests } from '../inputs/note-live-requests.ts';
import { noteUnknownClaimed } from '../inputs/unknown-claimed.ts';
import type { TypedClaimFlags } from '../options/claim-flags.ts';
import type { TestFlags } from '../options/test-options.ts';
import { typedAgent } from '../options/typed-agent.ts';
import { typedFlags } from '../options/typed-flags.ts';
import { redactorOfProject } from '../project/redaction-key.ts';
import { startProgress } from '../terminal/progress.ts';
import type { Judged } from './compare-rechunked.ts';
import { keepReplay } from './keep-replay.ts';
import { type Asked, replyToBlocked, replyToRechunked, replyToReplay } from './reply-to-replay.ts';

/** What `stepfork replay` was given beside the file. */
export interface ReplayFlags extends TestFlags, TypedClaimFlags {
  readonly agent?: string | undefined;
  readonly rechunk?: string | undefined;
}

/**
 * Replays the agent, judges it where there is a claim, once more with other cuts under `--rechunk`, and keeps what did not end well.
 *
 * @param typed the command as it was typed, and whether it answers in JSON; `tell` has the last word on the reply
 */
export async function replayAndJudge(
  path: string,
  flags: ReplayFlags,
  typed: { readonly again: string; readonly isJson: boolean; readonly tell: (reply: Reply) => Reply },
): Promise<Reply> {
  const loaded = await loadTestCase(path, flags);
  const { trace, traces, project, options, configured } = loaded;
  const claim = await claimOfCase({ claim: loaded.claim, config: loaded.project.config }, flags);
  const needs = loadNeeds(traces);
  const agent = await project.load(needs);
  const redactor = redactorOfProject(project.ref.root, traces.trunk.run.redaction);
  const context = { file: path, agent: typedAgent(project, flags.agent), flags: typedFlags(flags), configured };
  const place = { file: project.ref.file, line: lineOfExport(project.ref.file, project.ref.exportName) };
  const asked: Asked = { isJudged: claim !== null, traces, place, context, again: typed.again };
  if (claim !== null) noteUnknownClaimed(claim, traces);
  noteLiveRequests(options.policies ?? {}, traces);

  const progress = startProgress('replaying');
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
  const stopWatch = watchBlocked({
    limitMs: timeoutMs,
    onLimit: () => {
      progress.done();
      endBlocked(typed.tell(replyToBlocked(timeoutMs, asked)), typed.isJson);
    },
  });
  const { plain, cut } = await both(flags.rechunk).finally(() => {
    stopWatch();
    progress.done();
  });
  const reply = replyToReplay(plain, await keepReplay(plain, trace, path), asked);
  return typed.tell(cut === null ? reply : replyToRechunked(reply, plain, cut));

  async function both(
    seed: string | undefined,
  ): Promise<{ readonly plain: Judged; readonly cut: (Judged & { readonly seed: string }) | null }> {
    const first = await run(agent);
    return { plain: first, cut: seed === undefined ? null : { ...(await run(await project.load(needs), seed)), seed } };
  }

  async function run(candidate: Agent, rechunk?: string): Promise<Judged> {
    const rules = { ...options, ...(rechunk !== undefined && { rechunk }) };
    if (claim !== null) return check({ traces, agent: candidate, claim, ...rules }, { ...redactor });
    const replayed = await replay(traces, candidate, { ...rules, ...redactor });
    return { verdict: replayed.stop, replay: replayed };
  }
}
