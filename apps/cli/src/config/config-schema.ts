import { z } from 'zod';
import { longestDelay } from '../flags.ts';
import type { Config } from './config.ts';

const policies = z.record(z.string(), z.enum(['frozen', 'live', 'sink']));
const answer = z.strictObject({ value: z.unknown(), for: z.unknown().optional() }).refine((one) => 'value' in one, 'needs a value');
const exporter = z.custom((value) => typeof value === 'object' && value !== null && 'render' in value, 'must be an exporter');

const percent = z.number().min(0).max(100).optional();
const thresholds = z.strictObject({ break: percent, high: percent, low: percent, timedOut: percent });

export const configSchema = z.strictObject({
  agent: z.string().optional(),
  policies: z.strictObject({ tools: policies.optional(), models: policies.optional() }).optional(),
  answers: z.record(z.string(), z.union([answer, z.array(answer)])).optional(),
  stable: z.array(z.string()).optional(),
  ignore: z.record(z.string(), z.array(z.string().startsWith('/', 'must be a JSON Pointer, which starts with /'))).optional(),
  claim: z.string().optional(),
  order: z.enum(['keyed', 'recorded']).optional(),
  timeoutMs: z.int().positive().max(longestDelay).optional(),
  maxCalls: z.int().positive().optional(),
  drainMs: z.int().nonnegative().max(longestDelay).optional(),
  redact: z.boolean().optional(),
  to: z.string().optional(),
  thresholds: thresholds.optional(),
  plugins: z.array(z.string()).optional(),
  exporters: z.array(z.union([z.string(), exporter])).optional(),
} satisfies Record<keyof Config, z.ZodType>);
