import { rmSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ended, openProject, type Project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

const record = (flags: Readonly<Record<string, string>>, ...more: readonly string[]) => [
  'record',
  ...Object.entries({ '-a': './src/agent.ts#runAgent', '-i': '{}', '-o': 'new.sftrace', ...flags }).flat(),
  ...more,
];
const replay = ['replay', 'refund.sftrace'];
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
  ['record: no name to write', record({ '-o': '' }), /The name of the file to write is empty/],
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
  ['inspect: an empty name', ['inspect', ''], /The name of the trace file is empty/],
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
let ended: readonly Ended[];

beforeAll(async () => {
  here = openProject();
  await addRecording(here);
  here.write('bundle/manifest.json', '{}');
  here.write('there/refund.test.ts', '// mine');
  here.write('odd.case.json', '{"trace": 1}');
  here.write('odd.cts', 'export class Agent {}\nexport function* steps() {}');
  symlinkSync(here.path('nothing'), here.path('link.sftrace'));
  before = here.files();
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
});
