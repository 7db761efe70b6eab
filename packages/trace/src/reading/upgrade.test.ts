import { expect, it } from 'vitest';
import { FORMAT_VERSION } from '../limits.ts';
import { type Rung, upgradeFrom } from './upgrade.ts';

const events = [{ type: 'run-start' }, { type: 'call-start' }, { type: 'call-start' }];

it('events of the newest version are taken as they are', () => {
  const upgrade = upgradeFrom(FORMAT_VERSION);
  for (const event of events) expect(upgrade(event)).toBe(event);
});

it('each rung sees what the one below it made, and remembers what came before in its segment', () => {
  const rename: Rung = () => (event) => ({ ...(event as object), renamed: true });
  const count: Rung = () => {
    let seen = 0;
    return (event) => ({ ...(event as object), n: seen++ });
  };
  const ladder = [rename, count];
  expect(events.map(upgradeFrom(1, ladder))).toEqual(events.map((event, n) => ({ ...event, renamed: true, n })));
  expect(events.map(upgradeFrom(2, ladder))).toEqual(events.map((event, n) => ({ ...event, n })));
  expect(events.map(upgradeFrom(3, ladder))).toEqual(events);
});
