import type { Check, Divergence, Inconclusive } from '@stepfork/replay';

/**
 * - `admitted`: fails on the buggy code by the claim, passes on the fixed code.
 * - `red-only`: fails on the buggy code by the claim; no fixed code was given.
 * - `cannot-fail`: the buggy code passes.
 * - `cannot-pass`: the fixed code fails.
 * - `unproven`: a given side is inconclusive.
 */
export type AdmissionKind = 'admitted' | 'red-only' | 'cannot-fail' | 'cannot-pass' | 'unproven';

/** Whose run the trunk is, told by judging it: the buggy code's if it violates the claim, else a right one's. */
export type TrunkSide = 'violates-claim' | 'satisfies-claim';

/** What an admission means and what to do, in one sentence. */
export function admissionAdvice(kind: AdmissionKind, buggy: Check, fixed: Check | null, trunk: TrunkSide): string {
  switch (kind) {
    case 'admitted':
      return 'The test fails on the buggy code because the claim is violated and passes on the fixed code: commit it.';
    case 'red-only':
      return 'The test fails on the buggy code because the claim is violated: when there is a fix, check that the test passes on it.';
    case 'cannot-fail':
      return fixed?.verdict.kind === 'fail'
        ? 'The buggy code satisfies the claim and the fixed code violates it: exchange the two, or correct the claim.'
        : 'The buggy code satisfies the claim, so the test cannot fail: claim what went wrong, or name the buggy code if the agent is already corrected.';
    case 'cannot-pass':
      return `The fixed code violates the claim (${firstFinding(fixed)}): correct the claim if the code is right, else the code.`;
    case 'unproven': {
      const [side, verdict] = buggy.verdict.kind === 'inconclusive' ? ['buggy', buggy.verdict] : ['fixed', fixed?.verdict];
      if (verdict?.kind !== 'inconclusive') return 'Neither side is inconclusive.';
      return `Nothing is proved, because the ${side} code is inconclusive, as ${why(verdict)}: ${wayOn(verdict, trunk)}.`;
    }
  }
}

function firstFinding(check: Check | null): string {
  return check?.verdict.kind === 'fail' ? (check.verdict.findings[0]?.message.replace(/\.$/, '') ?? 'no finding') : 'no finding';
}

function why(verdict: Inconclusive): string {
  switch (verdict.reason) {
    case 'diverged':
      if (verdict.divergence.why === 'other-process')
        return `a process that it starts asks ${verdict.divergence.name}, which no recording answers`;
      if (verdict.divergence.why === 'socket') return `it opens a socket to ${verdict.divergence.name} itself, which no recording answers`;
      if (verdict.divergence.why === 'unmet-server')
        return `it would start ${verdict.divergence.name}, since no hook is in place before it`;
      if (verdict.divergence.unmet !== undefined)
        return `the bodies of ${verdict.divergence.unmet.tools.join(', ')} would run, since no hook is in place before them`;
      return `its step ${verdict.divergence.step} asks ${verdict.divergence.kind} ${verdict.divergence.name} what the recording cannot answer`;
    case 'borrowed':
      return `its verdict hangs on an answer of ${[...new Set(verdict.hanging.map(({ tool }) => tool))].join(' and ')} that nobody gave`;
    case 'opaque':
      if (verdict.isSecret)
        return `${verdict.name} holds a secret at ${verdict.path} that was not recorded, and the redaction key is not at hand`;
      return `${verdict.step === null ? verdict.name : `the recorded answer of ${verdict.name}`} holds a ${verdict.type} that could not be recorded`;
    case 'timed-out':
      return `it did not end within ${verdict.timeoutMs} ms`;
    case 'over-budget':
      return `it made more than ${verdict.maxCalls} calls${verdict.reused === undefined ? '' : `, ${verdict.reused.times} of them to ask ${verdict.reused.kind} ${verdict.reused.name} more often than recorded`}`;
    case 'not-deterministic':
      return 'two replays of it differ';
  }
}

function wayOn(verdict: Inconclusive, trunk: TrunkSide): string {
  switch (verdict.reason) {
    case 'diverged':
      return [
        ...afterDivergence(verdict.divergence),
        `export from a recorded run of the ${trunk === 'violates-claim' ? 'fixed' : 'buggy'} code`,
      ].join(', else ');
    case 'borrowed':
      return afterBorrowed(verdict.hanging);
    case 'opaque':
      if (verdict.isSecret) return 'export where the redaction key of the project is';
      return verdict.step === null ? 'give it plain data and record again' : 'let it return plain data and record again';
    case 'timed-out':
      return 'see what it waits for, or give it more time';
    case 'over-budget':
      return verdict.reused === undefined
        ? 'see whether it loops, or allow more calls'
        : `see whether it waits for another answer of ${verdict.reused.name}, and add a recorded run of the fixed code then; else allow more calls`;
    case 'not-deterministic':
      return 'remove what one run leaves behind for the next';
  }
}

function afterBorrowed(hanging: Extract<Inconclusive, { readonly reason: 'borrowed' }>['hanging']): string {
  const bodies = hanging.flatMap(({ tool, inside }) => (inside === undefined ? [] : [`${inside}:${tool}=live`]));
  return bodies.length > 0
    ? `let the body run that was told a borrowed answer (${[...new Set(bodies)].join(', ')})`
    : 'declare that answer, or claim every argument in which the call differs from the recorded one';
}

function afterDivergence({ kind, name, why, effect, unmet }: Divergence): readonly string[] {
  if (unmet !== undefined)
    return [
      `let its SDK be met (${unmet.packages.join(', ')}, not in a bundle)`,
      why === 'unmet-server' ? 'wrap its client with wrapClient()' : `wrap ${unmet.tools.join(', ')} with tool()`,
    ];
  if (kind === 'model') return [];
  if (why === 'other-process') return ['let the agent itself ask, and no process that it starts'];
  if (why === 'socket') return ['put the connection into a tool, or send it by a fetch that is recorded'];
  if (why === 'only-observed') return [`let the body of ${name} run (${name}=live), or wrap it with tool()`];
  if (why === 'hidden-calls') return [effect ? `claim the call of ${name} itself` : `let the body of ${name} run (${name}=live)`];
  if (why === 'other-effects-before') return [`declare ${name} stable if no effect changes what it reads`];
  return !effect && (why === 'never-recorded' || why === 'other-input') ? [`sink ${name} if it is a side effect`] : [];
}
