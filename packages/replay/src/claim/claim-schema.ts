import type { Json } from '@stepfork/trace';
import { z } from 'zod';
import { matcherProblems, patternProblem } from '../matchers/matcher-problems.ts';

const name = z.string().min(1);
const count = z.int().min(0);
const matchers = 'In the place of a value: { "$": "match" } with type, pattern (and flags), min, max, length.';
/** A value, or what it must be like. */
const like = z.json().superRefine((value, context) => {
  for (const { path, message } of matcherProblems(value as Json)) context.addIssue({ code: 'custom', path, message });
});

const times = z.union([
  count,
  z
    .strictObject({ atLeast: count.optional(), atMost: count.optional() })
    .refine(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, 'give atLeast, atMost or both')
    .refine(({ atLeast = 0, atMost = Number.POSITIVE_INFINITY }) => atLeast <= atMost, 'atLeast is greater than atMost'),
]);

const called = z.strictObject({
  tool: name,
  with: like.optional().meta({ description: `Subset of the arguments: objects by key, arrays by length and element. ${matchers}` }),
  times: times.optional().meta({ description: 'How many calls match `with`; at least one if left out.' }),
  only: z.boolean().optional().meta({ description: 'No call of this tool may be left that no `with` of the claim matches.' }),
});

const never = z.strictObject({ never: name });

const order = z.strictObject({
  order: z
    .array(name)
    .min(2)
    .refine((names) => new Set(names).size === names.length, 'a tool is named twice; order speaks of first calls'),
});

const same = z.strictObject({
  same: z
    .string()
    .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON Pointer')
    .meta({ description: 'JSON Pointer into the arguments: the same value in all calls of `of`, and at least one call.' }),
  of: name,
});

const atMost = z.strictObject({ atMost: count });

const message = z
  .strictObject({
    role: z.string().min(1).optional(),
    contains: z.string().min(1).optional().meta({ description: 'A part of its text.' }),
    pattern: z.string().optional().meta({ description: 'A regular expression that is found in its text.' }),
    flags: z.string().optional(),
  })
  .superRefine((claimed, context) => {
    const refuse = (path: string[], why: string): void => context.addIssue({ code: 'custom', path, message: why });
    if (claimed.role === undefined && claimed.contains === undefined && claimed.pattern === undefined)
      refuse([], 'give role, contains or pattern');
    if (claimed.flags !== undefined && claimed.pattern === undefined) refuse(['flags'], 'flags needs pattern');
    const why = patternProblem(claimed.pattern, claimed.flags);
    if (why !== null) refuse(['pattern'], why);
  });

const request = z
  .strictObject({
    model: name.optional().meta({ description: 'Of this model only; * or left out: of all.' }),
    with: like.optional().meta({ description: `Subset of the request. ${matchers}` }),
    messages: z.array(message).min(1).optional().meta({ description: 'Messages that it must have.' }),
    tools: z.array(name).min(1).optional().meta({ description: 'Tools that it must offer.' }),
    toolChoice: z.union([z.enum(['auto', 'none', 'required']), z.strictObject({ tool: name })]).optional(),
    times: times.optional().meta({ description: 'How many requests are like this; at least one if left out.' }),
    every: z.boolean().optional().meta({ description: 'All requests are like this, and there is one.' }),
    never: z.boolean().optional().meta({ description: 'No request is like this.' }),
  })
  .superRefine(({ times: often, every, never: none, ...claimed }, context) => {
    if ([often !== undefined, every === true, none === true].filter(Boolean).length > 1) {
      context.addIssue({ code: 'custom', path: [], message: 'times, every and never exclude each other' });
    }
    if (every === true && Object.keys(claimed).every((key) => key === 'model')) {
      context.addIssue({ code: 'custom', path: ['every'], message: 'every needs with, messages, tools or toolChoice' });
    }
  });

const thrown = z.strictObject({
  name: z.string().optional(),
  message: z.string().optional().meta({ description: 'A part of the message.' }),
  code: z.union([z.string(), z.number()]).optional(),
});

/** A claim as it stands in a file. The type is `Claim`. */
export const claimSchema: z.ZodType = z
  .strictObject({
    returns: like.optional().meta({ description: `Subset of the output: objects by key, arrays by length and element. ${matchers}` }),
    exactly: z.boolean().optional().meta({ description: '`returns` is the whole output.' }),
    throws: z.union([z.boolean(), thrown]).optional().meta({ description: 'False if left out.' }),
    calls: z.array(z.union([called, never, order, same, atMost])).optional(),
    requests: z.array(request).optional().meta({ description: 'What is sent to models.' }),
  })
  .refine((claim) => claim.exactly === undefined || claim.returns !== undefined, { path: ['exactly'], message: 'exactly needs returns' })
  .refine((claim) => claim.returns === undefined || claim.throws === undefined || claim.throws === false, {
    path: ['throws'],
    message: 'a run that throws returns nothing; claim one of the two',
  })
  .meta({ title: 'Claim', description: 'A reviewed statement of right behaviour. All parts must hold.' });
