import type { Answers, PolicyRules } from '@stepfork/replay';
import type { ZooCase } from './zoo-case.ts';

/** What a user would declare for this case: policies, answers of sinks, reads that no effect changes. */
export function rulesOf({ effects, live, answers, stable }: ZooCase): {
  readonly policies: PolicyRules;
  readonly answers: Answers;
  readonly stable: readonly string[];
} {
  return {
    policies: {
      tools: Object.fromEntries([...effects.map((name) => [name, 'sink'] as const), ...live.map((name) => [name, 'live'] as const)]),
    },
    answers: Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, { value }])),
    stable,
  };
}
