import { expect, test } from 'vitest';
import { RunAmbient } from './run-ambient.ts';

test('readings in a loop do not fill the disk, and take nothing from ids and timers', () => {
  const kept = new Map<string, number>();
  const keep = (kind: string): void => void kept.set(kind, (kept.get(kind) ?? 0) + 1);
  const ambient = new RunAmbient({ keep, now: () => 0, source: null, outer: null });
  for (let i = 0; i < 100_100; i += 1) ambient.draw('clock', 'a.ts#loop', () => i);
  ambient.draw('uuid', 'a.ts#id', () => 'id');
  ambient.timer('a.ts#wait', 5).fired();
  expect(Object.fromEntries(kept)).toEqual({ clock: 100_000, uuid: 1, timer: 1 });
});
