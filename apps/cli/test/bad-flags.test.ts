import { expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';
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
  ['inspect: nothing', ['inspect'], /trace/],

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
  ['export: no such policy', [...exported, '-p', 'issue_refund=hybrid'], /hybrid/],
  ['export: no such tool', [...exported, '-p', 'isue_refund=sink'], /Did you mean issue_refund\?/],
  ['export: a bundle of the Python tool', ['export', 'bundle', '--returns', '1'], /bundle of the Python tool/],
];

async function stage(): Promise<Project> {
  const here = project();
  await addRecording(here);
  here.write('bundle/manifest.json', '{}');
  here.write('there/refund.test.ts', '// mine');
  here.write('odd.case.json', '{"trace": 1}');
  return here;
}

it.each(asked)('%s: exit 2, one message, nothing written, nothing run', async (_, args, message) => {
  const here = await stage();
  const before = here.files();
  const ended = await here.stepfork(args);
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr.match(/^error:/gm)).toHaveLength(1);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(here.runs()).toBe(0);
  expect(here.files()).toEqual(before);
});
