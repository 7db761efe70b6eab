import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Run, Trace } from '@stepfork/trace';
import { readTraceFile, writeTraceFile } from '@stepfork/trace/file';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ended, openProject, type Project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const record = (flags: Readonly<Record<string, string>>, ...more: readonly string[]) => [
  'record',
  ...Object.entries({ '-a': './src/agent.ts#runAgent', '-i': '{}', '-o': 'new.sftrace', ...flags }).flat(),
  ...more,
];
const replay = ['replay', 'refund.sftrace'];
const fork = ['fork', 'refund.sftrace'];
const whatIf = [...fork, '--at', '0', '-o', 'new.sftrace'];
const exported = ['export', 'refund.sftrace', '--returns', '{"refunded_cents":4999}', '-o', 'test/refund.test.ts'];

// Each: what is asked, and what the one message must say.
const asked: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['no such command', ['rekord'], /no command "rekord".*\n.*Did you mean `stepfork record`\?/],
  ['no such flag', ['replay', 'refund.sftrace', '--polcy', 'issue_refund=sink'], /--polcy[\s\S]*Did you mean --policy\?/],

  [
    'record: no such agent file',
    record({ '-a': './src/agnet.ts#runAgent' }),
    /no file \.\/src\/agnet\.ts.*\n.*Did you mean src\/agent\.ts\?/,
  ],
  [
    'record: no such export',
    record({ '-a': './src/agent.ts#runAgnet' }),
    /no export "runAgnet"[\s\S]*Did you mean #runAgent\?[\s\S]*fixedAgent, runAgent, strayAgent/,
  ],
  ['record: not a function', record({ '-a': './src/agent.ts#version' }), /is not a function but a number/],
  ['record: no default export', record({ '-a': './src/agent.ts' }), /no export "default"/],
  ['record: the module throws', record({ '-a': './src/broken.mjs' }), /throws while it is imported[\s\S]*no database/],
  ['record: the module throws what is no error', record({ '-a': './src/odd-throw.mjs' }), /throws while it is imported[\s\S]*caused by: /],
  ['record: a class', record({ '-a': './odd.cts#Agent' }), /odd\.cts#Agent is a class/],
  ['record: a generator', record({ '-a': './odd.cts#steps' }), /odd\.cts#steps is a generator/],
  ['record: a folder for an agent', record({ '-a': './src' }), /src is no file/],
  ['record: an empty input', record({ '-i': '' }), /--input is empty/],
  ['record: a word whose quotes the shell took', record({ '-i': 'broken' }), /no file .*broken\.\n.*'"broken"'/],
  ['record: a time limit that no timer keeps', record({}, '--timeout', '2147483648'), /^error: --timeout: expected an integer less than/],
  ['record: no name to write', record({ '-o': '' }), /--output is empty/],
  ['record: no agent', ['record', '--input', '{}', '-o', 'new.sftrace'], /No agent is named/],
  ['record: an empty ref', record({ '-a': '#runAgent' }), /does not name an agent/],
  ['record: broken JSON', record({ '-i': '{"email": }' }), /line 1, column 11/],
  ['record: no input file', record({ '-i': 'ticket.json' }), /no file .*ticket\.json/],
  ['record: unknown ending', record({ '-o': 'new.json' }), /no ending of a trace file/],
  ['record: no such folder', record({ '-o': 'traces/new.sftrace' }), /no folder/],
  ['record: overwrites', record({ '-o': 'refund.sftrace' }), /refund\.sftrace is there already/],
  ['record: a negative drain', record({}, '--drain', '-1'), /drain/],
  ['record: a timeout in words', record({}, '--timeout', 'soon'), /integer/],

  ['inspect: no such trace', ['inspect', 'refnd.sftrace'], /no trace file refnd\.sftrace.*\n.*Did you mean refund\.sftrace\?/],
  ['inspect: no such step', ['inspect', 'refund.sftrace', '--step', '9'], /no step 9[\s\S]*steps 0 to 2/],
  ['inspect: not a trace', ['inspect', 'package.json'], /package\.json/],
  ['inspect: a bundle of the Python tool', ['inspect', 'bundle'], /bundle of the Python tool/],
  ['inspect: nothing', ['inspect'], /^error: Missing 1 required arg:\ntrace .*\nSee /],
  ['inspect: an empty name', ['inspect', ''], /The argument <trace> is empty/],
  ['inspect: a device', ['inspect', '/dev/null'], /\/dev\/null is a pipe or a device/],
  ['inspect: a link to nothing', ['inspect', 'link.sftrace'], /link\.sftrace is a link to nothing/],
  ['inspect: nothing that is spelled like it', ['inspect', 'missing.sftrace'], /no trace file missing\.sftrace\.\nCheck the path/],

  ['validate: a folder', ['validate', 'src'], /is a folder/],
  ['validate: a bundle of the Python tool', ['validate', 'bundle'], /bundle of the Python tool/],
  ['convert: nowhere', ['convert', 'refund.sftrace'], /--output is missing/],
  ['convert: unknown ending', ['convert', 'refund.sftrace', '-o', 'refund.txt'], /no ending of a trace file/],
  ['convert: a bundle of the Python tool', ['convert', 'bundle', '-o', 'new.sftrace'], /bundle of the Python tool/],

  ['replay: no such policy', [...replay, '-p', 'issue_refund=hybrid'], /"?hybrid"?[\s\S]*frozen, live, sink/],
  ['replay: policy misspelled', [...replay, '-p', 'issue_refund=snik'], /Did you mean sink\?/],
  ['replay: no policy at all', [...replay, '-p', 'issue_refund'], /name=policy/],
  ['replay: no such tool', [...replay, '-p', 'isue_refund=sink'], /isue_refund[\s\S]*Did you mean issue_refund\?/],
  ['replay: no such model', [...replay, '-p', 'model:gtp=live'], /gtp[\s\S]*Did you mean gpt\?/],
  ['replay: an effect live', [...replay, '-p', 'issue_refund=live'], /effect/],
  ['replay: no such order', [...replay, '--order', 'keyd'], /order[\s\S]*Did you mean keyed\?/],
  ['replay: an answer for no tool', [...replay, '--answer', 'isue_refund=null'], /isue_refund[\s\S]*Did you mean issue_refund\?/],
  ['replay: no answer file', [...replay, '--answer', 'issue_refund=answer.json'], /no file .*answer\.json/],
  ['replay: stable, but no such tool', [...replay, '--stable', 'lookup'], /lookup/],
  ['replay: ignores in no such tool', [...replay, '--ignore', 'lookup /email'], /lookup/],
  ['replay: ignores no pointer', [...replay, '--ignore', 'lookup_customer email'], /does not name a field/],
  ['replay: no such claim', [...replay, '-c', 'claim.json'], /no file .*claim\.json/],
  ['replay: a claim that is none', [...replay, '-c', '{"retuns":{}}'], /retuns/],
  ['replay: no such agent', [...replay, '-a', './src/agent.ts#runAgnet'], /Did you mean #runAgent\?/],
  ['replay: no such case file', ['replay', 'refnd.case.json'], /no case file/],
  ['replay: a case file that is none', ['replay', 'odd.case.json'], /odd\.case\.json/],
  ['replay: a bundle of the Python tool', ['replay', 'bundle'], /bundle of the Python tool/],

  ['replay: a fork without its parent', ['replay', 'orphan.sftrace.jsonl'], /a fork of the run ".*", which is missing/],

  ['fork: no such trace', ['fork', 'refnd.sftrace'], /no trace file refnd\.sftrace.*\n.*Did you mean refund\.sftrace\?/],
  ['fork: a bundle of the Python tool', ['fork', 'bundle', '--from', 'fixed.sftrace'], /bundle of the Python tool/],
  ['fork: no such agent', [...fork, '-a', './src/agent.ts#runAgnet'], /Did you mean #runAgent\?/],
  ['fork: a live name that nobody knows', [...fork, '--live', 'lookup_custmer'], /lookup_custmer[\s\S]*Did you mean lookup_customer\?/],
  ['fork: a live model that nobody knows', [...fork, '--live', 'model:gtp'], /gtp[\s\S]*Did you mean gpt\?/],
  ['fork: a live effect', [...fork, '--live', 'issue_refund'], /issue_refund is an effect[\s\S]*Declare its answer/],
  ['fork: an effect by policy', [...fork, '--live', 'lookup_customer', '-p', 'lookup_customer=sink'], /lookup_customer is an effect/],
  ['fork: a declared answer of another type', [...fork, '--answer', 'issue_refund=5'], /is a number, and what was recorded is an object/],
  ['fork: an answer for nobody', [...fork, '--answer', 'null'], /does not say which tool[\s\S]*tool=file\.json[\s\S]*--at/],
  ['fork: an output without a step', [...fork, '--live', '*', '-o', 'new.sftrace'], /--output says nothing with a fork on demand/],
  ['fork: a claim that is none', [...fork, '-c', '{"retuns":{}}'], /retuns/],
  ['fork: of a what-if', ['fork', 'what-if.sftrace'], /is a what-if: in it an answer was replaced, so it has no forks/],
  ['fork: without its parent', ['fork', 'orphan.sftrace.jsonl', '--from', 'fixed.sftrace'], /a fork of the run ".*", which is missing/],
  ['fork: an unsealed trace', ['fork', 'open.sftrace.jsonl'], /is not sealed, so it can have no forks/],
  [
    'fork: somebody else is writing',
    ['fork', 'locked.sftrace'],
    /locked\.sftrace is being written by another process[\s\S]*locked\.sftrace\.lock/,
  ],

  ['fork --from: no such trace', [...fork, '--from', 'fxed.sftrace'], /no trace file fxed\.sftrace.*\n.*Did you mean fixed\.sftrace\?/],
  ['fork --from: no trace', [...fork, '--from', 'package.json'], /package\.json/],
  ['fork --from: an empty name', [...fork, '--from', ''], /--from is empty/],
  ['fork --from: itself', [...fork, '--from', './refund.sftrace'], /refund\.sftrace is the trace itself[\s\S]*--as-of/],
  ['fork --from: a link to itself', [...fork, '--from', 'same.sftrace'], /same\.sftrace is the trace itself/],
  ['fork --from: a what-if', [...fork, '--from', 'what-if.sftrace'], /is a what-if, not a recording/],
  ['fork --from: a foreign trace', [...fork, '--from', 'foreign.sftrace'], /had another input, so it is no fork of this trace/],
  ['fork --from: another key', [...fork, '--from', 'other-key.sftrace'], /was redacted with another key/],
  ['fork --from: a run that never ended', [...fork, '--from', 'interrupted.sftrace'], /was not recorded to its end/],
  [
    'fork --from: an unsealed trace',
    [...fork, '--from', 'open.sftrace.jsonl'],
    /open\.sftrace\.jsonl is not sealed, so it cannot be attached/,
  ],
  [
    'fork --from: into an unsealed trace',
    ['fork', 'open.sftrace.jsonl', '--from', 'fixed.sftrace'],
    /is not sealed, so it can have no forks/,
  ],
  ['fork --from: into a locked one', ['fork', 'locked.sftrace', '--from', 'fixed.sftrace'], /is being written by another process/],
  ['fork --from: with --live', [...fork, '--from', 'fixed.sftrace', '--live', '*'], /--live says nothing with --from/],
  ['fork --from: with an agent', [...fork, '--from', 'fixed.sftrace', '-a', './src/agent.ts#runAgent'], /--agent says nothing with --from/],
  ['fork --from: with --at', [...fork, '--from', 'fixed.sftrace', '--at', '0'], /--from and --at exclude each other/],
  ['fork --from: with a policy', [...fork, '--from', 'fixed.sftrace', '-p', 'issue_refund=sink'], /--policy says nothing with --from/],

  ['fork --at: no answer', whatIf, /--at 0 needs the answer/],
  ['fork --at: two answers', [...whatIf, '--answer', '1', '--answer', '2'], /takes one answer, and 2 were given/],
  ['fork --at: an answer of a tool only', [...whatIf, '--answer', 'issue_refund=null'], /--at 0 needs the answer/],
  ['fork --at: no output', [...fork, '--at', '0', '--answer', '{}'], /a file of its own, and none is named/],
  ['fork --at: no such step', [...fork, '--at', '9', '--answer', '{}', '-o', 'new.sftrace'], /no step 9[\s\S]*steps 0 to 2/],
  ['fork --at: a negative step', [...fork, '--at', '-1', '--answer', '{}', '-o', 'new.sftrace'], /--at/],
  ['fork --at: an answer of another type', [...whatIf, '--answer', '"text"'], /is a text, and what was recorded is an object/],
  ['fork --at: broken JSON', [...whatIf, '--answer', '{"a": }'], /--answer is not JSON: line 1, column 7/],
  ['fork --at: a file that is no JSON', [...whatIf, '--answer', 'odd.cts'], /odd\.cts is not JSON/],
  ['fork --at: no such answer file', [...whatIf, '--answer', 'timeout.json'], /no file .*timeout\.json/],
  ['fork --at: overwrites', [...fork, '--at', '0', '--answer', '{}', '-o', 'fixed.sftrace'], /fixed\.sftrace is there already/],
  [
    'fork --at: over the trace',
    [...fork, '--at', '0', '--answer', '{}', '-o', 'refund.sftrace', '--force'],
    /refund\.sftrace is the trace itself/,
  ],
  ['fork --at: unknown ending', [...fork, '--at', '0', '--answer', '{}', '-o', 'new.json'], /no ending of a trace file/],
  ['fork --at: with a claim', [...whatIf, '--answer', '{}', '--returns', '1'], /--returns says nothing with --at/],
  ['fork --at: an effect live', [...whatIf, '--answer', '{}', '--live', 'issue_refund'], /issue_refund is an effect/],
  [
    'fork --at: an unsealed trace',
    ['fork', 'open.sftrace.jsonl', '--at', '0', '--answer', '{}', '-o', 'new.sftrace'],
    /is not sealed, so nothing is made/,
  ],

  ['fork --prune: no claim', [...fork, '--prune'], /Without a claim nobody can tell which forks are needed/],
  ['fork --prune: with --live', [...fork, '--prune', '--live', '*'], /--live says nothing with --prune/],
  ['fork --prune: with --from', [...fork, '--prune', '--from', 'fixed.sftrace'], /--from and --prune exclude each other/],

  ['record --as-of: no such trace', ['record', '--as-of', 'refnd.sftrace', '-o', 'new.sftrace'], /Did you mean refund\.sftrace\?/],
  [
    'record --as-of: over its trace',
    ['record', '--as-of', 'refund.sftrace', '-o', 'refund.sftrace', '--force'],
    /would overwrite the trace/,
  ],
  [
    'record --as-of: an input with a pseudonym',
    ['record', '--as-of', 'other-key.sftrace', '-o', 'new.sftrace'],
    /holds at \/email the pseudonym/,
  ],
  ['inspect: no forks', ['inspect', 'refund.sftrace', '--fork', '1'], /no fork 1 in refund\.sftrace.*\n.*It has no forks/],
  ['inspect: no such fork', ['inspect', 'forked.sftrace', '--fork', '2', '--step', '0'], /no fork 2[\s\S]*forks 1 to 1/],
  [
    'inspect: no such step of a fork',
    ['inspect', 'forked.sftrace', '--fork', '1', '--step', '9'],
    /no step 9 in fork 1 of[\s\S]*steps 0 to 2/,
  ],

  ['export: no such exporter', [...exported, '--to', 'vitests'], /vitests[\s\S]*vitest/],
  ['export: unreadable expected call', [...exported, '--expect-call', 'issue_refund {broken'], /issue_refund \{broken/],
  ['export: returns no JSON', ['export', 'refund.sftrace', '--returns', '{broken', '-o', 'test'], /broken/],
  ['export: no such fixed agent', [...exported, '--fixed', './src/agent.ts#fixdAgent'], /Did you mean #fixedAgent\?/],
  ['export: no such buggy agent', [...exported, '--buggy', './src/nothing.ts'], /no file/],
  ['export: no such commit', [...exported, '--buggy-ref', 'no-such-branch'], /no-such-branch|no git repository/],
  ['export: two buggy sides', [...exported, '--buggy', './src/agent.ts#runAgent', '--buggy-ref', 'HEAD'], /buggy/],
  ['export: overwrites', ['export', 'refund.sftrace', '--returns', '1', '-o', 'there/refund.test.ts'], /there/],
  ['export: an empty name', ['export', 'refund.sftrace', '--returns', '1', '-o', ''], /--output is empty/],
  ['export: into a file', ['export', 'refund.sftrace', '--returns', '1', '-o', 'package.json/test'], /package\.json is no folder/],
  ['export: no trace', ['export', '--returns', '1'], /No trace file is named/],
  ['export: no such policy', [...exported, '-p', 'issue_refund=hybrid'], /hybrid/],
  ['export: no such tool', [...exported, '-p', 'isue_refund=sink'], /Did you mean issue_refund\?/],
  ['export: a bundle of the Python tool', ['export', 'bundle', '--returns', '1'], /bundle of the Python tool/],
];

let here: Project;
let before: readonly string[];
let bytesBefore: readonly Buffer[];
let ended: readonly Ended[];

beforeAll(async () => {
  here = openProject();
  await addRecording(here);
  here.write('bundle/manifest.json', '{}');
  here.write('there/refund.test.ts', '// mine');
  here.write('odd.case.json', '{"trace": 1}');
  here.write('odd.cts', 'export class Agent {}\nexport function* steps() {}');
  symlinkSync(here.path('nothing'), here.path('link.sftrace'));
  await addTraces(here);
  before = here.files();
  bytesBefore = before.map((file) => readFileSync(file));
  ended = await here.refused(asked.map(([, args]) => args));
});

afterAll(() => rmSync(here.folder, { recursive: true, force: true }));

it.each(asked.map(([name, , message], index) => [name, message, index] as const))('%s: exit 2 and one message', (_, message, index) => {
  expect(ended[index]?.stderr).toMatch(message);
  expect(ended[index]?.stderr.match(/^error:/gm)).toHaveLength(1);
  expect(ended[index]).toMatchObject({ code: 2, stdout: '' });
});

it('nothing of that has run an agent or written a file', () => {
  expect(here.runs()).toBe(0);
  expect(here.files()).toEqual(before);
  expect(before.filter((file, at) => !readFileSync(file).equals(bytesBefore[at] ?? Buffer.of()))).toEqual([]);
});

/** Traces that cannot be forked or attached, each for a reason of its own. */
async function addTraces({ path, write, read }: Project): Promise<void> {
  const { trunk } = await readTraceFile(path('refund.sftrace'));
  const runOf = (id: string, more: Partial<Run> = {}): Trace => ({ ...trunk, run: { ...trunk.run, id, ...more } });
  const save = (name: string, one: Trace, ...forks: readonly Trace[]): Promise<void> =>
    writeTraceFile(path(name), { trunk: one, forks, sealed: true, damage: null });
  const fork = runOf('fixed', { derived: { kind: 'attached', of: trunk.run.id } });
  await save('fixed.sftrace', runOf('fixed'));
  await save('timeless.sftrace', runOf('timeless', { startedAt: 'some day' }));
  await save('locked.sftrace', trunk);
  await save('forked.sftrace', trunk, fork);
  await save('forked.sftrace.jsonl', trunk, fork);
  await save('what-if.sftrace', runOf('what-if', { derived: { kind: 'what-if', of: trunk.run.id, step: 0 } }));
  await save('foreign.sftrace', runOf('foreign', { input: { email: 'other@shop.example' } }));
  await save('interrupted.sftrace', { ...runOf('interrupted', { input: 'cut' }), outcome: { kind: 'interrupted' }, endedAtMs: null });
  const other = { email: 'sk-STEPFORKa1b2c3d4e5f6' };
  await save('other-key.sftrace', runOf('other', { input: other, redaction: { keyId: 'other', rules: [] } }));
  symlinkSync(path('refund.sftrace'), path('same.sftrace'));
  const lines = read('forked.sftrace.jsonl').trimEnd().split('\n');
  const seal = lines.findIndex((line) => line.includes('"type":"seal"'));
  write('orphan.sftrace.jsonl', `${lines.slice(seal + 1).join('\n')}\n`);
  write('open.sftrace.jsonl', `${lines.slice(0, seal).join('\n')}\n`);
  write('locked.sftrace.lock', JSON.stringify({ pid: process.pid, host: hostname() }));
}
