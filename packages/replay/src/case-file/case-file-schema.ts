import { z } from 'zod';
import { claimSchema } from '../claim/claim-schema.ts';
import { policyNames } from '../policies/policy-names.ts';

const policies = z.record(z.string().min(1), z.enum(policyNames as [string, ...string[]]));
const answer = z.strictObject({
  value: z.json().meta({ description: 'What the sink answers, encoded as in a trace.' }),
  for: z.json().optional().meta({ description: 'Only where the input matches this: a subset.' }),
});

/** Relative, with `/`, no step upwards: a case file reaches nothing outside its own folder. */
const insidePath = z
  .string()
  .min(1)
  .regex(/^(?![A-Za-z]:|\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\0]+$/, 'must be a relative path inside the folder of the case file, with /');

// What a timer of Node can wait for: a longer one would fire at once.
const longestTimeout = 2 ** 31 - 1;

function versionProblem(version: unknown): string {
  if (typeof version !== 'number' || version <= 1) return 'must be 1';
  return `is ${version}: a newer Stepfork wrote this file, and this one knows version 1. Update @stepfork/replay and stepfork.`;
}

/** A test case as data: `*.case.json`. The type is `CaseFile`. */
export const caseFileSchema: z.ZodType = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1, { error: ({ input }) => versionProblem(input) }),
    title: z.string().min(1).optional().meta({ description: 'Name of the test, as a sentence.' }),
    trace: insidePath.meta({ description: 'The trace file, relative to this file and inside its folder.' }),
    agent: z
      .string()
      .regex(/^[^#\\]+#[^#\s]+$/, 'must read path/to/agent.ts#exportedName')
      .meta({ description: 'AgentRef: src/agent.ts#runAgent, relative to the nearest package.json.' }),
    claim: claimSchema,
    policies: z.strictObject({ tools: policies.optional(), models: policies.optional() }).optional(),
    answers: z
      .record(z.string().min(1), z.union([answer, z.array(answer).min(1)]))
      .optional()
      .meta({ description: 'Declared answers of sinks, by tool.' }),
    stable: z.array(z.string().min(1)).optional().meta({ description: 'Reads that no effect of this agent changes.' }),
    ignore: z
      .record(z.string().min(1), z.array(z.string().regex(/^\/(?:[^~]|~[01])*$/, 'must be a JSON Pointer')))
      .optional()
      .meta({ description: 'Fields left out when inputs are compared: JSON Pointers by tool:name, model:name or *.' }),
    order: z.enum(['keyed', 'recorded']).optional(),
    timeoutMs: z.number().positive().max(longestTimeout).optional(),
    maxCalls: z.int().positive().optional(),
  })
  .meta({ title: 'Stepfork case file', description: 'A test case as data: what is replayed, against which claim, under which policies.' });
