import { expect, it } from 'vitest';
import { readThresholds } from './read-thresholds.ts';

it('a flag wins over the config, and what neither names is as by default', () => {
  expect(readThresholds(['break=95'], { thresholds: { break: 80, timedOut: 5 } })).toEqual({ break: 95, high: 100, low: 90, timedOut: 5 });
});

it.each(['break', 'break=', 'break=x', 'break=101', 'break=-1', 'break=90=5'])('%s is no percentage', (text) => {
  expect(() => readThresholds([text], {})).toThrow(`--threshold ${text} is no percentage.`);
});
