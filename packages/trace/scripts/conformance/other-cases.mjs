import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { blocks, framesOf, linesOf, packed, text } from './bytes.mjs';
import { call, chunk, end, ends, giving, input, minimizedOf, ref, returns, seal, start, streams, value, whole } from './parts.mjs';

const run = [
  start(),
  input('why?'),
  call(0, { input: 17 }),
  returns(0, ['shipped']),
  call(1),
  returns(1, 'x'),
  end({ kind: 'returned', value: 'y' }, 9),
];
const sealed = [...run, seal];
const fork = [
  start({ id: 'fork', derived: { kind: 'attached', of: 'trunk' } }),
  input('why?'),
  call(0, { input: 18 }),
  returns(0, ['lost']),
  end(),
  seal,
];
const again = [
  start({ id: 'fork 2', derived: { kind: 'attached', of: 'trunk' } }),
  input('why?'),
  call(0, { input: 18 }),
  returns(0, ['lost']),
  end(),
  seal,
];

const lines = (parts, change) => join(change(linesOf(parts)));
const join = (all) => Buffer.concat(all.flatMap((line) => [line, Buffer.from('\n')]));
const frames = (parts, change, framing = 1) => Buffer.concat([packed([], framing), ...change(framesOf(parts))]);
const cut = (bytes, count) => bytes.subarray(0, bytes.length - count);
/** One bit of the byte in the middle is another one; the place is told as seen from the start. */
const flipped = (bytes, at = bytes.length >> 1) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte)));
const changed = (all, at, change) => all.map((one, i) => (i === at ? change(one) : one));
const latin1 = (string) => Uint8Array.from(string, (char) => char.charCodeAt(0));
const nested = (levels) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const callEnd = (of) => `{"type":"call-end","step":0,"outcome":{"kind":"returned","value":${of}},"atMs":0}`;

/** In the text encoding: forms that a line may have, and what people write by hand. */
const forms = {
  'windows-line-ends': ['Lines that end in CRLF, which the seal does not cover.', text(sealed, '\r\n')],
  'byte-order-mark': ['A byte order mark before the first line.', Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), text(sealed)])],
  'empty-lines': [
    'Empty lines carry nothing and are counted.',
    lines(sealed, (all) => all.flatMap((line) => [line, Buffer.alloc(0), Buffer.from('\r')])),
  ],
  'no-last-line-end': ['The last line has no end.', cut(text(sealed), 1)],
  spaces: [
    'White space within events, members in another order.',
    text([
      '{ "type" : "run-start" , "run" : {"redaction":null,"policies":{},"versions":{},"git":null,"startedAt":"2026-03-01T09:00:00.000Z","agent":null,"id":"trunk"}, "version" : 1 }',
      '{"value" : [ 1 , 2 ], "type": "run-input" }',
      end(),
      seal,
    ]),
  ],
  'counts-by-hand': [
    'Counts that are no digits only: 1.0, 1e0, -0.',
    text([
      start(),
      input(),
      '{"type":"value","n":-0,"value":["a","b"]}',
      '{"type":"call-start","step":-0,"parent":null,"call":{"kind":"tool","name":"t","input":{"$":"ref","of":-0,"first":1.0},"effect":false},"atMs":-0}',
      '{"type":"call-end","step":0.0,"outcome":{"kind":"returned","value":{"$":"ref","of":0.0,"first":-0,"rest":[1e0]}},"atMs":1}',
      end(),
      seal,
    ]),
  ],
  'by-hand': [
    'What JSON can say and a trace cannot comes out in its tagged form; of two members the last counts; numbers are doubles.',
    text(
      whole(
        call(0),
        callEnd(
          '{"\\u0061":"\\ud83d\\ude42","half":"x\\ud83d","zero":-0,"dot":[1.0,-0.0,1E2,9007199254740993,-9007199254740993,123456789012345678901234567890,1e-400],"twice":1,"twice":[2]}',
        ),
        call(1),
        callEnd('{"__proto__":{"x":1},"half":"\\ud83d","zero":-0}').replace('"step":0', '"step":1'),
        call(2),
        callEnd('[{"\\udc00":1,"b":{"__proto__":null}}]').replace('"step":0', '"step":2'),
      ),
    ),
  ],
};

/** What a killed process leaves, and what happens to files. */
const broken = {
  killed: ['A run without its end and its seal.', text(run.slice(0, 5)), packed(run.slice(0, 5))],
  'killed-in-a-stream': [
    'A run that was killed while a stream ran.',
    text([...run.slice(0, 4), call(1), streams(1), chunk(1, 'a')]),
    packed([...run.slice(0, 4), call(1), streams(1), chunk(1, 'a')]),
  ],
  'killed-after-the-end': ['A run with its end and without its seal.', text(run), packed(run)],
  'cut-in-an-event': ['The file ends inside an event.', cut(text(run), 20), cut(packed(run), 5)],
  'cut-in-a-checksum': ['The file ends inside the checksum of a line.', cut(text(run), 4), null],
  'cut-in-a-header': ['The file ends inside the header of a frame.', null, Buffer.concat([packed(run.slice(0, 4)), Buffer.of(0, 0, 0)])],
  'cut-in-the-first-event': ['The file ends inside its first event.', cut(text([start()]), 30), cut(packed([start()]), 30)],
  'cut-before-the-input': ['The file ends before the input of its run.', text([start(), value(0, 'x')]), packed([start(), value(0, 'x')])],
  'cut-in-the-seal': ['The seal is cut: the file is an unsealed one.', cut(text(sealed), 30), cut(packed(sealed), 30)],
  'cut-before-the-input-of-a-fork': ['A fork without its input is left out.', text([...sealed, fork[0]]), packed([...sealed, fork[0]])],
  'cut-in-a-fork': [
    'A fork without its end behind a sealed trunk.',
    cut(text([...sealed, ...fork.slice(0, 4)]), 9),
    cut(packed([...sealed, ...fork.slice(0, 4)]), 9),
  ],
  'damaged-tail': [
    'A changed bit in a file that nobody has sealed: reading stops there.',
    lines(run, (all) => changed(all, 4, (line) => flipped(line))),
    frames(run, (all) => changed(all, 4, (frame) => flipped(frame))),
  ],
  damaged: [
    'A changed bit in a sealed file.',
    lines(sealed, (all) => changed(all, 4, (line) => flipped(line))),
    frames(sealed, (all) => changed(all, 4, (frame) => flipped(frame))),
  ],
  'damaged-first-event': [
    'A changed bit in the first event of an unsealed file.',
    lines(run, (all) => changed(all, 0, (line) => flipped(line))),
    frames(run, (all) => changed(all, 0, (frame) => flipped(frame))),
  ],
  'damaged-seal': [
    'A changed bit in the last seal: the file is an unsealed one.',
    lines(sealed, (all) => changed(all, 7, (line) => flipped(line))),
    frames(sealed, (all) => changed(all, 7, (frame) => flipped(frame))),
  ],
  'damaged-trunk-before-a-fork': [
    'A changed bit in the seal of the trunk, with a sealed fork behind it.',
    lines([...sealed, ...fork], (all) => changed(all, 7, (line) => flipped(line))),
    frames([...sealed, ...fork], (all) => changed(all, 7, (frame) => flipped(frame))),
  ],
  'damaged-fork': [
    'A changed bit in an unsealed fork behind a sealed trunk.',
    lines([...sealed, ...fork.slice(0, 5)], (all) => changed(all, 10, (line) => flipped(line))),
    frames([...sealed, ...fork.slice(0, 5)], (all) => changed(all, 10, (frame) => flipped(frame))),
  ],
  'events-in-another-order': ['Two events have changed places.', lines(sealed, swap), frames(sealed, swap)],
  'an-event-is-missing': [
    'One event has been taken out.',
    lines(sealed, (all) => all.filter((_, at) => at !== 4 && at !== 5)),
    frames(sealed, (all) => all.filter((_, at) => at !== 4 && at !== 5)),
  ],
  'an-event-of-another-fork': [
    'An event of one fork stands in another one: its checksum starts from elsewhere.',
    lines([...sealed, ...fork, ...again], (all) => all.map((line, at) => (at === 10 ? all[16] : line))),
    frames([...sealed, ...fork, ...again], (all) => all.map((frame, at) => (at === 10 ? all[16] : frame))),
  ],
  'an-event-of-the-trunk': [
    'An event of the trunk stands in an unsealed fork: its checksum starts from 0.',
    lines([...sealed, ...fork.slice(0, 2), call(0)], (all) => [...all.slice(0, -1), linesOf([call(0)])[0]]),
    frames([...sealed, ...fork.slice(0, 2), call(0)], (all) => [...all.slice(0, -1), framesOf([call(0)])[0]]),
  ],
  'a-wrong-seal': [
    'A seal of something else.',
    text([...run, { ...seal, sha256: '0'.repeat(64) }]),
    packed([...run, { ...seal, sha256: '0'.repeat(64) }]),
  ],
  'a-seal-in-capitals': [
    'The digits of a seal are in lower case.',
    text([...run, { ...seal, sha256: sha256Of(linesOf(run)).toUpperCase() }]),
    packed([...run, { ...seal, sha256: sha256Of(framesOf(run)).toUpperCase() }]),
  ],
  'garbage-behind-the-seal': [
    'Bytes that are no event behind the last seal.',
    Buffer.concat([text(sealed), Buffer.from('<<<<<<< HEAD\n')]),
    Buffer.concat([packed(sealed), Buffer.of(0, 0, 0, 1, 0, 0, 0, 0, 0xc0)]),
  ],
  'a-seal-behind-garbage': [
    'Bytes that are no event in front of a whole seal.',
    lines(sealed, (all) => [...all.slice(0, -1), Buffer.from('<<<<<<< HEAD'), ...all.slice(-1)]),
    frames(sealed, (all) => [...all.slice(0, -1), Buffer.of(0x7f, 0, 0, 0, 0, 0, 0, 0, 1), ...all.slice(-1)]),
  ],
  'no-checksum': [
    'A line without a checksum in an unsealed file.',
    lines(run, (all) => [...all.slice(0, 4), Buffer.from(JSON.stringify(call(1))), ...all.slice(5)]),
    null,
  ],
  'checksum-in-capitals': [
    'A checksum in capital letters is none.',
    lines(run, (all) => changed(all, 2, (line) => Buffer.from(line.toString().replace(/[0-9a-f]{8}"\}$/, (crc) => crc.toUpperCase())))),
    null,
  ],
  'a-frame-without-an-end': [
    'A frame announces two gigabytes.',
    null,
    Buffer.concat([packed(run.slice(0, 4)), Buffer.of(0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 2)]),
  ],
  'not-a-trace': ['Other JSON.', Buffer.from('{"type":"message"}\n'), Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  empty: ['An empty file.', Buffer.alloc(0), Buffer.alloc(0)],
  'cut-in-the-first-bytes': ['The file ends inside its first bytes.', null, packed([]).subarray(0, 6)],
  'damaged-first-bytes': [
    'A tool has taken the file for text and changed a line end.',
    null,
    Buffer.from(packed(sealed).toString('latin1').replace('\r\n', '\n'), 'latin1'),
  ],
};

/** Later versions. */
const future = {
  'future-event': [
    'The checksum of a later version may be another: it is not looked at.',
    Buffer.from('{"type":"run-start","version":2,"sum":"?"}\n'),
    null,
  ],
  'future-fork': [
    'A fork of a later version.',
    text([...sealed, start({ id: 'fork' }, 2), input(), end(), seal]),
    packed([...sealed, start({ id: 'fork' }, 2), input(), end(), seal]),
  ],
};

/** What no trace may say, behind a run that has begun, under checksums that fit. */
const invalid = {
  'version-0': [[start({}, 0), input()]],
  'a-segment-without-a-start': [[...sealed, input()]],
  'a-call-before-the-input': [[start(), call(0)]],
  'a-second-run': [[...run, start({ id: 'second' })]],
  'a-second-input': [[start(), input(), input()]],
  'a-second-end': [[start(), input(), end(), end()]],
  'a-call-after-the-end': [[start(), input(), end(), call(0)]],
  'a-draw-before-the-input': [[start(), { type: 'draw', kind: 'clock', site: '', value: 0, atMs: 0 }]],
  'a-seal-before-the-input': [[start(), seal]],
  'the-same-id-twice': [[...sealed, start(), input(), end(), seal]],
  'a-fork-of-nothing': [[start({ derived: { kind: 'attached', of: 'elsewhere' } }), input()]],
  'a-fork-of-another-trunk': [[...sealed, start({ id: 'fork', derived: { kind: 'attached', of: 'elsewhere' } }), input()]],
  'a-what-if-among-forks': [[...sealed, start({ id: 'fork', derived: { kind: 'what-if', of: 'trunk', step: 0 } }), input()]],
  'a-kept-replay-among-forks': [
    [...sealed, start({ id: 'fork', derived: { kind: 'replayed', of: 'trunk', from: 'trunk', test: 't' } }), input()],
  ],
  'a-minimized-run-among-forks': [[...sealed, start({ id: 'fork', derived: minimizedOf('trunk') }), input()]],
  'an-end-without-a-call': [[start(), input(), returns(0)]],
  'a-call-that-ends-twice': [[start(), input(), call(0), returns(0), returns(0)]],
  'a-gap-in-the-steps': [[start(), input(), call(0), call(2)]],
  'a-step-twice': [[start(), input(), call(0), call(0)]],
  'a-parent-that-comes-later': [[start(), input(), call(0, {}, 0)]],
  'an-answer-that-comes-late': [[start(), input(), call(0), call(1), { type: 'call-answer', step: 0, answered: { how: 'live' }, atMs: 0 }]],
  'an-answer-behind-the-end': [
    [start(), input(), call(0), returns(0), { type: 'call-answer', step: 0, answered: { how: 'live' }, atMs: 0 }],
  ],
  'an-answer-twice': [
    [start(), input(), call(0), ...[1, 2].map((atMs) => ({ type: 'call-answer', step: 0, answered: { how: 'live' }, atMs }))],
  ],
  'a-chunk-without-a-stream': [[start(), input(), call(0), chunk(0, 1)]],
  'a-chunk-behind-its-stream': [[start(), input(), call(0), streams(0), ends(0), chunk(0, 1)]],
  'a-stream-that-ends-twice': [[start(), input(), call(0), streams(0), ends(0), ends(0)]],
  'a-reference-forward': [[start(), input(), value(0, ref(0))]],
  'a-reference-to-another-fork': [
    [...sealed, ...fork.slice(0, 2), value(0, 'of one fork'), ...fork.slice(2), ...again.slice(0, 2), call(0, { input: ref(0) })],
  ],
  'a-reference-to-a-fraction': [[start(), input(), value(0, 1), call(0, { input: ref(0.5) })]],
  'a-reference-with-more': [[start(), input(), value(0, [1]), call(0, { input: ref(0, { last: 1 }) })]],
  'a-reference-without-of': [[start(), input(), value(0, [1]), call(0, { input: { $: 'ref' } })]],
  'the-beginning-of-a-number': [[start(), input(), value(0, 5), call(0, { input: ref(0, { first: 0 }) })]],
  'the-beginning-of-a-tagged-text': [[start(), input(), value(0, { $: 'text', value: 'ANg=' }), call(0, { input: ref(0, { first: 1 }) })]],
  'more-than-there-is': [[start(), input(), value(0, [1]), call(0, { input: ref(0, { first: 2 }) })]],
  'a-list-that-goes-on-as-a-text': [[start(), input(), value(0, [1]), call(0, { input: ref(0, { rest: 'x' }) })]],
  'a-text-that-goes-on-as-a-list': [[start(), input(), value(0, 'x'), call(0, { input: ref(0, { rest: [] }) })]],
  'half-a-pair': [[start(), input(), value(0, '🙂🙂'), call(0, { input: ref(0, { first: 3 }) })]],
  'a-value-out-of-turn': [[start(), input(), value(1, 'x')]],
  'a-value-twice': [[start(), input(), value(0, 'x'), value(0, 'x')]],
  'an-unknown-tag': [[start(), input(), call(0, { input: { $: 'riddle' } })]],
  'a-tag-that-is-no-text': [[start(), input(), call(0, { input: [{ $: null }] })]],
  '513-levels': [[start(), input(), callInput(nested(513))]],
  '513-levels-by-reference': [[start(), input(), `{"type":"value","n":0,"value":${nested(512)}}`, call(0, { input: [ref(0)] })]],
  'an-endless-value': [
    [start(), input(), value(0, 'x'.repeat(100)), ...Array.from({ length: 40 }, (_, at) => value(at + 1, [ref(at), ref(at)]))],
  ],
  'an-unknown-event': [[start(), input(), { type: 'call-stop', step: 0 }]],
  'an-event-without-type': [[start(), input(), { step: 0 }]],
  'an-unknown-member': [[start(), input(), { ...end(), mood: 1 }]],
  'a-missing-member': [[start(), input(), { type: 'run-end', atMs: 0 }]],
  'a-member-of-another-type': [[start(), input(), call(0, {}, null, 'soon')]],
  'a-negative-step': [[start(), input(), call(-1)]],
  'an-unknown-outcome': [[start(), input(), call(0), { ...returns(0), outcome: { kind: 'lost' } }]],
  'an-unknown-kind-of-stream': [[start(), input(), call(0), streams(0, 'wet')]],
  'an-unknown-kind-of-call': [[start(), input(), call(0, { kind: 'agent' })]],
  'an-unknown-kind-of-draw': [[start(), input(), { type: 'draw', kind: 'dice', site: '', value: 1, atMs: 0 }]],
  'an-unknown-derivation': [[start({ derived: { kind: 'dreamt', of: 'x' } }), input()]],
  'an-answer-without-what-was-lent': [[start(), input(), call(0), { type: 'call-answer', step: 0, answered: { how: 'again' }, atMs: 0 }]],
};

/** The same, where it can be said in the text encoding only. */
const invalidText = {
  'half-a-pair-in-a-name': [
    start(),
    input(),
    '{"type":"call-start","step":0,"parent":null,"call":{"kind":"tool","name":"\\ud83d","input":1,"effect":false},"atMs":0}',
  ],
  'a-number-without-an-end': [start(), input(), call(0), callEnd('1e999')],
  'a-number-that-is-none': [start(), input(), call(0), callEnd('NaN')],
  'no-json': [start(), input(), '{"type":}'],
  'no-object': [start(), input(), '[1]'],
  'no-utf-8': [start(), input(), Buffer.from('{"type":"call-st\xffart"}', 'latin1')],
};

/** Frames that no trace may have. */
const invalidFrames = {
  'a-text-longer-than-its-frame': Uint8Array.of(0xdb, 0x7f, 0xff, 0xff, 0xff, 0x41),
  'a-list-longer-than-its-frame': Uint8Array.of(0xdd, 0x7f, 0xff, 0xff, 0xff, 1),
  'a-map-longer-than-its-frame': Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff, 1),
  'lists-in-lists': new Uint8Array(600).fill(0x91),
  'a-key-that-is-a-number': Uint8Array.of(0x81, 1, 2),
  'a-key-proto': latin1('\x81\xa9__proto__\x80'),
  'binary-data': Uint8Array.of(0xc4, 1, 0),
  'an-extension': Uint8Array.of(0xd4, 0x72, 0x40),
  'an-integer-beyond-a-double': Uint8Array.of(0xcf, 0xff, 0, 0, 0, 0, 0, 0, 0),
  'bytes-behind-the-event': Uint8Array.of(0xc0, 0xc0),
  'nil-for-an-event': Uint8Array.of(0xc0),
  nothing: new Uint8Array(0),
  'a-block-without-events': Uint8Array.of(0xc1, 0, 0, 0, 0),
  'a-block-that-is-no-deflate': Uint8Array.of(0xc1, 0, 0, 0, 9, 0xff, 0xff, 0xff),
  'a-block-that-is-too-much': Uint8Array.of(0xc1, 0x7f, 0xff, 0xff, 0xff, 0x03, 0x00),
  // As a stored block of DEFLATE, which any inflater takes.
  'a-block-of-another-length': stored(latin1('\x81\xa1a\x01'), 5),
  'a-block-of-hundreds-of-times': deflated(latin1(`\x83\xa4type\xa5value\xa1n\x00\xa5value\xda\x7f\xff${'x'.repeat(0x7fff)}`)),
  'a-seal-in-a-block': stored(latin1(`\x82\xa4type\xa4seal\xa6sha256\xd9\x40${'0'.repeat(64)}`)),
};

/** Values that no frame may hold, in an event that is right but for that. */
const invalidValues = {
  'a-number-for-a-key-in-a-value': Uint8Array.of(0x81, 1, 2),
  'a-list-for-a-key-in-a-value': Uint8Array.of(0x81, 0x90, 2),
  'a-key-proto-in-a-value': latin1('\x81\xa9__proto__\x80'),
  'binary-data-in-a-value': Uint8Array.of(0xc4, 1, 0),
  'an-extension-in-a-value': Uint8Array.of(0xd4, 0x72, 0x40),
  'an-integer-beyond-a-double-in-a-value': Uint8Array.of(0xcf, 0, 0x20, 0, 0, 0, 0, 0, 1),
  'bytes-behind-a-value': Uint8Array.of(0xc0, 0xc0),
};
const inputOf = (of) => Uint8Array.of(...latin1('\x82\xa4type\xa9run-input\xa5value'), ...of);

/** File, what it shows, bytes. */
export async function otherCases() {
  return [
    ...Object.entries(forms).map(([name, [shows, bytes]]) => [`${name}.sftrace.jsonl`, shows, bytes]),
    ...both({ ...broken, ...future }),
    ...(await brokenBlocks()),
    ...Object.entries(invalid).flatMap(([name, [parts]]) => [
      [`${name}.sftrace.jsonl`, sentence(name), text(parts)],
      [`${name}.sftrace`, sentence(name), packed(parts)],
    ]),
    ...Object.entries(invalidText).map(([name, parts]) => [`${name}.sftrace.jsonl`, sentence(name), text(parts)]),
    ...Object.entries(invalidValues).map(([name, of]) => [`${name}.sftrace`, sentence(name), packed([start(), inputOf(of)])]),
    ...Object.entries(invalidFrames).map(([name, payload]) => [`${name}.sftrace`, sentence(name), packed([start(), input(), payload], 2)]),
  ];
}

async function brokenBlocks() {
  const trunk = await blocks(whole(...giving(...Array.from({ length: 30 }, () => 'the same'))));
  const forked = await blocks([...whole(...giving(1, 2)), ...fork]);
  return [
    ['damaged-block.blocks.sftrace', 'A changed bit in a block of a sealed file.', flipped(trunk, 260)],
    ['cut-in-front-of-the-seal.blocks.sftrace', 'A copy that ends behind a block.', cut(trunk, 92)],
    ['cut-in-a-block.blocks.sftrace', 'A copy that ends inside of the one block of its run.', trunk.subarray(0, 300)],
    ['cut-in-a-block-of-a-fork.blocks.sftrace', 'A copy that ends inside of the one block of a fork, which is left out.', cut(forked, 110)],
  ];
}

function both(cases) {
  return Object.entries(cases).flatMap(([name, [shows, asText, asPacked]]) =>
    [
      [`${name}.sftrace.jsonl`, shows, asText],
      [`${name}.sftrace`, shows, asPacked],
    ].filter(([, , bytes]) => bytes !== null),
  );
}

/** A name that says it all. */
function sentence(name) {
  const words = name.replaceAll('-', ' ');
  return `What no trace may say: ${words}.`;
}

function swap(all) {
  return all.map((one, at) => (at === 2 ? all[4] : at === 4 ? all[2] : one));
}

function callInput(of) {
  return `{"type":"call-start","step":0,"parent":null,"call":{"kind":"tool","name":"t","input":${of},"effect":false},"atMs":0}`;
}

function deflated(events) {
  const { length } = events;
  return Uint8Array.of(0xc1, 0, 0, length >> 8, length & 255, ...deflateRawSync(events));
}

function sha256Of(pieces) {
  return createHash('sha256').update(Buffer.concat(pieces)).digest('hex');
}

function stored(events, announced = events.length) {
  const { length } = events;
  const head = [0xc1, 0, 0, announced >> 8, announced & 255, 1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255];
  return Uint8Array.of(...head, ...events);
}
