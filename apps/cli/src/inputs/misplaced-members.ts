import type { Claim } from '@stepfork/replay';
import { isJsonObject, type JsonObject, type TraceFile } from '@stepfork/trace';

/** A member of an input that a claim looks for where no recorded call of the tool has it; they have it one level deeper. */
export interface MisplacedMember {
  readonly tool: string;
  readonly key: string;
  readonly under: string;
}

/** `{"cents":4999}` for a request, say, whose input is `{ method, url, headers, body }`. */
export function misplacedMembers({ calls = [] }: Claim, { trunk, forks }: Pick<TraceFile, 'trunk' | 'forks'>): readonly MisplacedMember[] {
  const steps = [trunk, ...forks].flatMap((trace) => trace.steps);
  return calls.flatMap((item) => {
    if (!('tool' in item) || !isJsonObject(item.with)) return [];
    const { tool } = item;
    const inputs = steps.flatMap(({ call }) =>
      call.kind === 'tool' && call.name === tool && isJsonObject(call.input) ? [call.input] : [],
    );
    return Object.keys(item.with).flatMap((key) => {
      const under = inputs.some((input) => Object.hasOwn(input, key)) ? undefined : holderOf(key, inputs);
      return under === undefined ? [] : [{ tool, key, under }];
    });
  });
}

function holderOf(key: string, inputs: readonly JsonObject[]): string | undefined {
  return inputs.flatMap((input) => Object.entries(input)).find(([, value]) => isJsonObject(value) && Object.hasOwn(value, key))?.[0];
}
