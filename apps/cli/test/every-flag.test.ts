import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ended, openProject, type Project } from './support/project.ts';
import { addRecording } from './support/recorded.ts';

interface Flag {
  readonly name: string;
  readonly type: 'option' | 'boolean';
  readonly multiple?: boolean;
  readonly allowNo?: boolean;
}

interface Command {
  readonly id: string;
  readonly args: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly flags: Readonly<Record<string, Flag>>;
}

const manifest = JSON.parse(readFileSync(new URL('../oclif.manifest.json', import.meta.url), 'utf8')) as {
  readonly commands: Readonly<Record<string, Command>>;
};
const commands = Object.values(manifest.commands);

interface Line {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, string>>;
}

const agent = './src/agent.ts#runAgent';

/** What each command does its work with, also where one flag or argument needs others than the rest: one thing at a time is made wrong. */
const right: Readonly<Record<string, Line>> = {
  completion: { args: ['bash'], flags: {} },
  convert: { args: ['refund.sftrace'], flags: { output: 'new.sftrace' } },
  'convert <to>': { args: ['refund.sftrace', 'new.sftrace'], flags: {} },
  'convert --upgrade': { args: ['refund.sftrace'], flags: {} },
  diff: { args: ['refund.sftrace', 'same.sftrace'], flags: {} },
  doctor: { args: ['refund.sftrace'], flags: {} },
  export: { args: ['refund.sftrace'], flags: { returns: '{"refunded_cents":4999}', output: 'test' } },
  'export --claim': { args: ['refund.sftrace'], flags: { output: 'test' } },
  fork: { args: ['refund.sftrace'], flags: {} },
  'fork --output': { args: ['refund.sftrace'], flags: { at: '0', answer: '{}' } },
  init: { args: [], flags: { agent } },
  inspect: { args: ['refund.sftrace'], flags: {} },
  minimize: { args: ['refund.sftrace'], flags: { returns: '{"refunded_cents":4999}' } },
  'minimize --claim': { args: ['refund.sftrace'], flags: {} },
  plugins: { args: [], flags: {} },
  record: { args: [], flags: { agent, input: '{"email":"a@b.example"}', output: 'new.sftrace' } },
  'record --recover': { args: [], flags: { output: 'new.sftrace' } },
  replay: { args: ['refund.sftrace'], flags: {} },
  score: { args: ['refund.case.json'], flags: {} },
  validate: { args: ['refund.sftrace'], flags: {} },
};

const bundle = /bundle is a bundle of the Python tool.*\n.*Record the run again/;
const ref: readonly Wrong[] = [
  ['./src/agnet.ts#runAgent', /no file \.\/src\/agnet\.ts.*\n.*Did you mean src\/agent\.ts\?/],
  ['./src/agent.ts#runAgnet', /Did you mean #runAgent\?.*fixedAgent, runAgent, strayAgent/],
  ['bundle', bundle],
  ['bundle#runAgent', bundle],
];
const whole: readonly Wrong[] = [
  ['soon', /expected an integer but received: soon/i],
  ['1.5', /expected an integer but received: 1\.5/i],
  ['-1', /expected an integer (?:greater|less)/i],
];

type Wrong = readonly [value: string, message: RegExp];

const files: readonly Wrong[] = [
  ['refnd.sftrace', /no trace file refnd\.sftrace.*\n.*Did you mean refund\.sftrace\?/],
  ['src', /src is a folder/],
  ['bundle', bundle],
];

/** What each flag and argument refuses, wherever it occurs; nothing where any text will do. */
const wrong: Readonly<Record<string, readonly Wrong[]>> = {
  agent: ref,
  fixed: ref,
  buggy: ref,
  check: ref,
  'buggy-ref': [['no-such-branch', /no commit "no-such-branch"|no git repository/]],
  input: [
    ['ticket.json', /no file .*ticket\.json/],
    ['{"email": }', /--input is not JSON: line 1, column 11/],
    ['bundle', bundle],
  ],
  output: [['package.json/new.sftrace', /package\.json is no folder/]],
  'as-of': files,
  from: files,
  claim: [
    ['claim.json', /no file .*claim\.json/],
    ['{"retuns":1}', /retuns/],
    ['bundle', bundle],
  ],
  returns: [['{broken', /--returns/]],
  'expect-call': [['issue_refund {broken', /issue_refund \{broken/]],
  policy: [
    ['issue_refund=snik', /known are frozen, live, sink\nDid you mean sink\?/],
    ['isue_refund=sink', /Did you mean issue_refund\?/],
    ['issue_refund', /name=policy/],
  ],
  answer: [
    ['issue_refund=bundle', bundle],
    ['issue_refund=answer.json', /no file .*answer\.json/],
    ['isue_refund=null', /Did you mean issue_refund\?/],
  ],
  stable: [['lookup_custmer', /Did you mean lookup_customer\?/]],
  ignore: [
    ['lookup_custmer /email', /Did you mean .*lookup_customer\?/],
    ['lookup_customer email', /does not name a field/],
  ],
  live: [
    ['lookup_custmer', /Did you mean lookup_customer\?/],
    ['issue_refund', /is an effect/],
  ],
  order: [['keyd', /Did you mean keyed\? Known orders: keyed, recorded/]],
  junit: [
    ['report.txt', /no ending of a JUnit report/],
    ['src', /no ending of a JUnit report/],
    ['package.json/report.xml', /package\.json is no folder/],
  ],
  report: [
    ['score.txt', /no ending of this report/],
    ['package.json/score.json', /package\.json is no folder/],
  ],
  html: [
    ['score.txt', /no ending of this report/],
    ['package.json/score.html', /package\.json is no folder/],
  ],
  threshold: [
    ['brake=90', /Did you mean break\?/],
    ['break=101', /is no percentage/],
    ['break', /is no percentage/],
    ['high=10', /low is 90, and high is 10/],
  ],
  // What no module matches is known once the modules are.
  mutate: [],
  rechunk: [],
  unit: [['turn', /--unit turn is unknown; known are turns, classes and nodes/]],
  'max-replays': [...whole, ['0', /integer/]],
  'max-time': [...whole, ['0', /integer/]],
  workers: [...whole, ['0', /integer/]],
  recover: [
    ['src', /src is no folder in which a program was recorded/],
    ['no/such', /no\/such is no folder in which a program was recorded/],
  ],
  title: [],
  to: [['vitests', /no (?:such exporter|exporter "vitests")[\s\S]*vitest/]],
  timeout: [...whole, ['0', /integer/]],
  'max-calls': [...whole, ['0', /integer/]],
  drain: whole,
  at: whole,
  fork: [...whole, ['1', /no fork 1/]],
  '<trace>': files,
  '<file>': files,
  '<test>': [
    ['refund.cse.json', /no case file refund\.cse\.json/],
    ['refund.sftrace', /is a trace, which claims nothing/],
    ['package.json', /the case file package\.json is not valid/],
  ],
  '<a>': files,
  '<b>': files,
  '<shell>': [['tcsh', /no completion for tcsh.*\n.*bash, zsh, fish/]],
  '<to>': [
    ['refund.txt', /no ending of a trace file/],
    ['refund.sftrace', /is there already/],
    ['bundle', /no ending of a trace file/],
  ],
  step: [...whole, ['9', /no step 9.*\n.*steps 0 to 2/]],
};

/** Flags and arguments that say different things of one, or nothing beside each other. */
const conflicts: Readonly<Record<string, readonly (readonly [line: readonly string[], message: RegExp])[]>> = {
  convert: [
    [['refund.sftrace', 'a.sftrace', '--output', 'b.sftrace'], /named twice/],
    [['refund.sftrace', '--upgrade', '--output', 'b.sftrace'], /cannot also be provided/],
  ],
  doctor: [
    [['--', 'node', 'x'], /no trace to run it on/],
    [['refund.sftrace', '--agent', agent, '--', 'node', 'x'], /--agent speaks of an agent that is a function/],
  ],
  score: [
    [['refund.case.json', '--buggy', agent, '--buggy-ref', 'HEAD'], /named twice/],
    [['refund.sftrace', '--strictness', '--suggest'], /cannot also be provided/],
    [['refund.sftrace', '--strictness', '--threshold', 'break=90'], /cannot also be provided/],
    [['src/agent.ts', '--agent', agent], /--agent says nothing with a test file/],
    [['src/agent.ts', '--timeout', '9'], /--timeout says nothing with a test file/],
    [['src/agent.ts', '--buggy-ref', 'HEAD'], /a test file does not say/],
    [['refund.sftrace', '--strictness', '--source'], /cannot also be provided/],
  ],
  export: [
    [['refund.sftrace', '--list'], /--list says nothing with refund\.sftrace/],
    [['--list', '--to', 'vitest'], /--list says nothing with --to/],
    [['refund.sftrace', '--claim', '{}', '--returns', '1'], /given twice/],
    [['refund.sftrace', '--claim', '{}', '--expect-call', 'issue_refund'], /given twice/],
    [['refund.sftrace', '--exactly'], /exactly needs returns/],
    [['refund.sftrace', '--returns', '1', '--buggy', agent, '--buggy-ref', 'HEAD'], /named twice: by --buggy and by --buggy-ref/],
  ],
  fork: [
    [['refund.sftrace', '--from', 'same.sftrace', '--at', '0'], /exclude each other/],
    [['refund.sftrace', '--from', 'same.sftrace', '--prune'], /exclude each other/],
    [['refund.sftrace', '--at', '0', '--prune'], /exclude each other/],
    ...['agent', 'policy', 'stable', 'ignore', 'order', 'timeout', 'max-calls', 'live', 'answer', 'output'].map(
      (name) => [['refund.sftrace', '--from', 'same.sftrace', `--${name}`, '1'], new RegExp(`--${name} says nothing with --from`)] as const,
    ),
    [['refund.sftrace', '--force'], /--force says nothing with a fork on demand/],
    ...['claim', 'returns', 'expect-call'].map(
      (name) => [['refund.sftrace', '--at', '0', `--${name}`, '1'], new RegExp(`--${name} says nothing with --at`)] as const,
    ),
    [['refund.sftrace', '--at', '0', '--exactly'], /--exactly says nothing with --at/],
    [['refund.sftrace', '--', 'node', 'x'], /is the recording of an agent that is a function, not of a program/],
  ],
  inspect: [
    [['refund.sftrace', '--agent', agent, '--fork', '1'], /Leave --fork and --step out/],
    [['refund.sftrace', '--agent', agent, '--step', '1'], /Leave --fork and --step out/],
    [['refund.sftrace', '--agent', agent, '--', 'node', 'x'], /--agent speaks of an agent that is a function/],
  ],
  minimize: [
    [['refund.sftrace', '--claim', '{}', '--returns', '1'], /given twice/],
    [['refund.sftrace', '--claim', '{}', '--expect-call', 'issue_refund'], /given twice/],
    [['refund.sftrace', '--exactly'], /exactly needs returns/],
    [['refund.sftrace'], /did not crash, and nothing says what is wrong with it/],
    [['refund.sftrace', '--agent', agent, '--', 'node', 'x'], /--agent speaks of an agent that is a function/],
    [['refund.sftrace', '--', 'node', 'x'], /is the recording of an agent that is a function/],
  ],
  record: [
    ...['agent', 'input', 'as-of', 'drain'].map(
      (name) => [[`--${name}`, '1', '--', 'node', 'x'], new RegExp(`--${name} speaks of an agent that is a function`)] as const,
    ),
    [['--recover', 'src', '--agent', agent], /--recover runs nothing/],
    [['--recover', 'src', '--', 'node', 'x'], /--recover runs nothing/],
    [['--as-of', 'refund.sftrace', '--output', 'refund.sftrace', '--force'], /would overwrite the trace/],
  ],
  replay: [
    [['refund.sftrace', '--claim', '{}', '--returns', '1'], /given twice/],
    [['refund.sftrace', '--claim', '{}', '--expect-call', 'issue_refund'], /given twice/],
    [['refund.sftrace', '--exactly'], /exactly needs returns/],
    [['refund.sftrace', '--agent', '1', '--', 'node', 'x'], /--agent speaks of an agent/],
  ],
};

/** Flags that go with all others of their command. */
const peaceful: Readonly<Record<string, readonly string[]>> = {
  completion: ['json'],
  convert: ['force', 'json'],
  diff: ['fork', 'json'],
  doctor: ['json'],
  export: ['agent', 'output', 'title', 'fixed', 'policy', 'answer', 'stable', 'ignore', 'order', 'timeout', 'max-calls', 'force', 'json'],
  fork: ['json'],
  init: ['agent', 'to', 'force', 'json'],
  inspect: ['json'],
  minimize: [
    ...['agent', 'fixed', 'check', 'output', 'unit', 'max-replays', 'max-time', 'workers'],
    ...['policy', 'answer', 'stable', 'ignore', 'order', 'timeout', 'max-calls', 'force', 'json'],
  ],
  plugins: ['json'],
  record: ['timeout', 'redact', 'json'],
  replay: ['policy', 'answer', 'stable', 'ignore', 'order', 'timeout', 'max-calls', 'rechunk', 'junit', 'allow-inconclusive', 'json'],
  score: ['fixed', 'source', 'mutate', 'suggest', 'report', 'html', 'strictness', 'threshold', 'fresh', 'force', 'json'],
  validate: ['reseal', 'json'],
};

interface Row {
  readonly name: string;
  readonly argv: readonly string[];
  readonly message: RegExp;
}

const rows = commands.flatMap((command) => [
  ...Object.values(command.flags).flatMap((flag) => rowsOfFlag(command.id, flag)),
  ...rowsOfArgs(command),
  row(command.id, 'an unknown flag', { more: ['--nosuch'] }, /Nonexistent flag: --nosuch[\s\S]*Known flags: --/),
  ...(conflicts[command.id] ?? []).map(
    ([line, message]): Row => ({ name: `${command.id} ${line.join(' ')}`, argv: [command.id, ...line], message }),
  ),
]);

function rowsOfFlag(id: string, { name, type, multiple, allowNo }: Flag): readonly Row[] {
  const flag = `--${name}`;
  const says = (text: string): RegExp => new RegExp(`${flag}${text}`);
  if (type === 'boolean')
    return [
      row(id, `${flag} twice`, { flag, more: [flag, flag] }, says(' is given twice')),
      row(id, `${flag} with a value`, { flag, more: [`${flag}=yes`] }, says(' takes no value')),
      ...(allowNo ? [row(id, `${flag} and its opposite`, { more: [flag, `--no-${name}`] }, /exclude each other/)] : []),
    ];
  const typed = (title: string, more: readonly string[], message: RegExp): Row => row(id, `${flag} ${title}`, { flag, more }, message);
  return [
    typed('without a value', [flag], says(' expects a value')),
    typed('empty', [flag, ''], says('(?: is empty|: expected an integer)')),
    typed('blank', [flag, ' '], says('(?: is empty|: expected an integer)')),
    ...(multiple ? [] : [typed('twice', [flag, '1', flag, '2'], says(' can only be specified once'))]),
    ...(wrong[name] ?? []).map(([value, message]) => typed(value, [`${flag}=${value}`], message)),
  ];
}

function rowsOfArgs({ id, args }: Command): readonly Row[] {
  const names = Object.keys(args);
  const full = right[`${id} <${names.at(-1)}>`] ?? right[id];
  return [
    ...names.flatMap((name, at) => {
      const arg = `<${name}>`;
      const typed = (value: string, message: RegExp): Row => row(id, `${arg} "${value}"`, { flag: arg, at, value }, message);
      return [typed('', new RegExp(`${arg} is empty`)), ...(wrong[arg] ?? []).map(([value, message]) => typed(value, message))];
    }),
    {
      name: `${id}: one argument too many`,
      argv: [id, ...(full?.args ?? []), 'more'],
      message: names.length === 0 ? /takes no argument, and "more" was given/ : /Unexpected argument: more/,
    },
  ];
}

/** The right line of a command, with a flag in the place of its own or beside it, or with another argument. */
function row(
  id: string,
  name: string,
  change: { readonly flag?: string; readonly more?: readonly string[]; readonly at?: number; readonly value?: string },
  message: RegExp,
): Row {
  const { args, flags } = right[`${id} ${change.flag}`] ?? right[id] ?? { args: [], flags: {} };
  const typed = Object.entries(flags).flatMap(([flag, value]) => (`--${flag}` === change.flag ? [] : [`--${flag}`, value]));
  const words = args.map((arg, at) => (at === change.at ? (change.value ?? arg) : arg));
  return { name: `${id}: ${name}`, argv: [id, ...words, ...typed, ...(change.more ?? [])], message };
}

let here: Project;
let before: readonly string[];
let ended: readonly Ended[];

beforeAll(async () => {
  here = openProject();
  await addRecording(here);
  await addRecording(here, 'same.sftrace');
  here.write('refund.case.json', JSON.stringify({ version: 1, trace: 'refund.sftrace', agent: 'src/agent.ts#runAgent', claim: {} }));
  here.write('bundle/manifest.json', '{}');
  before = here.files();
  ended = await here.refused(rows.map(({ argv }) => argv));
});

afterAll(() => rmSync(here.folder, { recursive: true, force: true }));

it('knows a right line of each command, what each flag and argument refuses, and what it conflicts with', () => {
  expect(Object.keys(right).filter((key) => !key.includes(' '))).toEqual(commands.map(({ id }) => id).sort());
  const refusing = commands.flatMap(({ args, flags }) => [
    ...Object.keys(args).map((name) => `<${name}>`),
    ...Object.values(flags).flatMap(({ name, type }) => (type === 'option' ? [name] : [])),
  ]);
  expect(Object.keys(wrong).sort()).toEqual([...new Set(refusing)].sort());
  for (const { id, flags } of commands) {
    const fighting = (conflicts[id] ?? []).flatMap(([line]) => line.flatMap((word) => /^--(.+)/.exec(word)?.[1] ?? []));
    expect([id, ...new Set([...fighting, ...(peaceful[id] ?? [])])].sort()).toEqual([id, ...Object.keys(flags)].sort());
  }
});

it.each(rows.map(({ name, message }, index) => [name, message, index] as const))('%s: exit 2 and one message', (_, message, index) => {
  const { code, stdout, stderr } = ended[index] as Ended;
  expect(stderr).toMatch(message);
  expect(stderr.match(/^error:/gm)).toHaveLength(1);
  expect(code).toBe(2);
  if (rows[index]?.argv.includes('--json')) expect(stdout === '' || 'error' in JSON.parse(stdout)).toBe(true);
  else expect(stdout).toBe('');
});

it('nothing of that has run an agent or written a file', () => {
  expect(here.runs()).toBe(0);
  expect(here.files()).toEqual(before);
});
