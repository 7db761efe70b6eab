import { defaultThresholds, type Thresholds } from '@stepfork/score';
import type { Config } from '../config/config.ts';
import { listKnown } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';

/**
 * Thresholds of a score: flags of the form `break=95` over the config over the defaults.
 *
 * @throws UsageError for an unknown name and for what is no percentage
 */
export function readThresholds(flags: readonly string[], { thresholds }: Config): Thresholds {
  const all = Object.assign({ ...defaultThresholds }, thresholds, ...flags.map(parseThreshold)) as Thresholds;
  if (all.low <= all.high) return all;
  throw new UsageError(`The threshold low is ${all.low}, and high is ${all.high}.`, 'A report is red below low, and green from high on.');
}

function parseThreshold(text: string): Partial<Thresholds> {
  const [name = '', ...rest] = text.split('=');
  const percent = rest.join('=');
  const known = Object.keys(defaultThresholds);
  if (!known.includes(name)) throw new UsageError(`--threshold ${text}: there is no such threshold.`, listKnown(name, known, 'thresholds'));
  const value = percent.trim() === '' ? Number.NaN : Number(percent);
  if (!(value >= 0 && value <= 100))
    throw new UsageError(`--threshold ${text} is no percentage.`, `Write --threshold ${name}=90, for instance.`);
  return { [name]: value };
}
