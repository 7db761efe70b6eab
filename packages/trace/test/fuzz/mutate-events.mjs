/** A few changes of what a file says: its events, their order, their parts. `other` is the list of events of another file. */
export function mutateEvents(segments, other, random) {
  const changed = segments.map((events) => [...events]);
  for (let left = random.pick([1, 1, 1, 2, 4]); left > 0; left--) random.pick(changes)(changed, other, random);
  return changed;
}

const changes = [exchange, exchange, exchange, rename, drop, double, move, borrow, multiply, segment];

/** Values that no writer writes at such a place. */
const strange = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  'value',
  'run-end',
  '\u0000\u2028',
  '🙂'.repeat(40),
  'x'.repeat(5_000),
  [],
  {},
  { $: 'ref' },
  { $: 'ref', of: 0 },
  { $: 'ref', of: 3, first: 1 },
  { $: 'ref', of: 2, rest: ['x'] },
  { $: 'ref', of: 1, first: 4, rest: 'x' },
  { $: 'ref', of: -1 },
  { $: 'ref', of: 2 ** 40 },
  { $: 'date', value: 'never' },
  { $: 'bytes', type: 'Uint8Array', value: '=' },
  { $: 'map', entries: [[]] },
  { $: 'what' },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  JSON.parse('{"constructor":{"prototype":1},"toJSON":1,"then":1}'),
];

function exchange(segments, _, random) {
  const [part, key] = random.pick(placesIn(random.pick(segments), random));
  part[key] = random.chance(0.03) ? nested(random.pick([20, 511, 512, 513, 700])) : structuredClone(random.pick(strange));
}

function rename(segments, _, random) {
  const [part, key] = random.pick(placesIn(random.pick(segments), random));
  if (Array.isArray(part)) return;
  const value = part[key];
  delete part[key];
  if (random.chance(0.5)) part[random.pick(['$', 'type', 'kind', 'toJSON', 'a'.repeat(300)])] = value;
}

function drop(segments, _, random) {
  const events = random.pick(segments);
  if (events.length > 1) events.splice(random.below(events.length), 1);
}

function double(segments, _, random) {
  const events = random.pick(segments);
  const at = random.below(events.length);
  events.splice(at, 0, events[at]);
}

function move(segments, _, random) {
  const events = random.pick(segments);
  const [event] = events.splice(random.below(events.length), 1);
  events.splice(random.below(events.length + 1), 0, event);
}

function borrow(segments, other, random) {
  const events = random.pick(segments);
  events.splice(random.below(events.length + 1), 0, random.pick(other));
}

/** Values of which each holds the one before many times: few bytes that stand for many. */
function multiply(segments, _, random) {
  const events = random.pick(segments);
  const at = 1 + random.below(events.length);
  let n = events.slice(0, at).filter((event) => event?.type === 'value').length;
  if (segments[0] !== events) n += segments[0].filter((event) => event?.type === 'value').length;
  const times = 2 + random.below(30);
  const bomb = [{ type: 'value', n, value: ['x'.repeat(200)] }];
  for (let left = 1 + random.below(40); left > 0; left--)
    bomb.push({ type: 'value', n: n + 1, value: Array(times).fill({ $: 'ref', of: n++ }) });
  events.splice(at, 0, ...bomb);
}

/** Forks where none belongs, the same one twice, none at all. */
function segment(segments, _, random) {
  if (random.chance(0.3) && segments.length > 1) segments.splice(random.below(segments.length), 1);
  else segments.splice(random.below(segments.length + 1), 0, [...random.pick(segments)]);
}

/** Every part of one of the events by what holds it, itself too; the event is a copy from now on. */
function placesIn(events, random) {
  const at = random.below(events.length);
  if (at in events) events[at] = structuredClone(events[at]);
  const places = [[events, at]];
  const visit = (part) => {
    if (typeof part !== 'object' || part === null) return;
    for (const key of Object.keys(part)) {
      places.push([part, key]);
      if (places.length < 500) visit(part[key]);
    }
  };
  visit(events[at]);
  return places;
}

function nested(levels) {
  let value = 1;
  for (let left = levels; left > 0; left--) value = left % 2 === 0 ? [value] : { a: value };
  return value;
}
