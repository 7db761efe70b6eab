import type { Inconclusive, Verdict } from '../judging/verdict.ts';
import { formatDivergence } from './format-divergence.ts';
import { formatGivenAgain } from './format-given-again.ts';
import { list } from './list.ts';

/** A verdict for people: the first line says it, the others explain. What to do stands in `waysOn`. */
export function formatVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'pass':
      return ['pass: the claim holds', ...formatGivenAgain(verdict)].join('\n');
    case 'fail':
      return [
        `fail: ${oneLine(verdict.findings[0]?.message ?? 'the claim does not hold')}`,
        ...verdict.findings.slice(1).map(({ message }) => `  also: ${oneLine(message)}`),
        ...formatGivenAgain(verdict),
      ].join('\n');
    case 'inconclusive':
      return `inconclusive (${verdict.reason}): ${reasonText(verdict)}`;
  }
}

function reasonText(verdict: Inconclusive): string {
  switch (verdict.reason) {
    case 'diverged':
      return formatDivergence(verdict.divergence);
    case 'borrowed':
      return [
        `it would ${verdict.would}, but that hangs on an answer that nobody gave`,
        ...verdict.hanging.map(({ step, tool, appearsIn, inside }) => {
          const flow = appearsIn.length === 0 ? 'appears nowhere by itself' : `appears in ${list(appearsIn)}`;
          const whose = inside
            ? `answer of step ${step} (${tool}), whose body was told a borrowed one,`
            : `borrowed answer of step ${step} (${tool})`;
          return `  ${whose} ${flow}`;
        }),
      ].join('\n');
    case 'opaque':
      if (verdict.isSecret) {
        const where = verdict.step === null ? verdict.name : `the input of ${verdict.name} (step ${verdict.step})`;
        return `${where} holds a secret${verdict.path === '' ? '' : ` at ${verdict.path}`} that did not come from the recording; without the project's redaction key it can be compared with nothing`;
      }
      return `the recorded ${verdict.step === null ? 'input of the agent' : `answer of ${verdict.name}`} holds a ${verdict.type}${verdict.path === '' ? '' : ` at ${verdict.path}`}, which could not be recorded`;
    case 'timed-out': {
      const waiting = verdict.waitingFor.length === 0 ? 'for none of its calls' : `for ${list(verdict.waitingFor)}`;
      if (verdict.isStuck) return `the run was waiting ${waiting}, and no answer came in the recording either`;
      return `the run did not end within ${verdict.timeoutMs} ms; it was waiting ${waiting}`;
    }
    case 'over-budget':
      return `the run made more than ${verdict.maxCalls} calls${verdict.reused === undefined ? '' : `; ${againText(verdict.reused)}`}`;
    case 'not-deterministic':
      return `two replays of the same code differ: ${verdict.first}, then ${verdict.second}`;
  }
}

function againText({ kind, name, times }: NonNullable<Extract<Inconclusive, { readonly reason: 'over-budget' }>['reused']>): string {
  return `${times} of them asked ${kind} ${name} more often than was recorded, and got its last answer again`;
}

/** Line breaks are ours alone: one inside a message of the agent would look like the next finding. */
function oneLine(message: string): string {
  return message.replace(/[\n\r\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
