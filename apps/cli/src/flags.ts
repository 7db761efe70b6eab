import { Args, Flags } from './oclif.ts';

/** Of a timer, in milliseconds: 24 days. Node makes a longer one end at once. */
export const longestDelay = 2 ** 31 - 1;

/** The flags that commands share: one name, one short form, one meaning everywhere. A command picks from here and adds none of its own meaning. */
export const sharedFlags = {
  agent: Flags.string({
    char: 'a',
    summary: 'The agent: ./src/agent.ts#runAgent (the export may be left out if it is the default).',
    helpValue: '<file#export>',
  }),
  input: Flags.string({
    char: 'i',
    summary: "The agent's input: JSON text, a file, or - for standard input.",
    helpValue: '<json|file|->',
  }),
  policy: Flags.string({
    char: 'p',
    summary: 'How a tool or model is answered: [tool:|model:]name=frozen|live|sink. Can be repeated.',
    helpValue: '<name=policy>',
    multiple: true,
    multipleNonGreedy: true,
  }),
  answer: Flags.string({
    summary: 'What a sink answers: tool=file.json, or tool=<json>. Can be repeated.',
    helpValue: '<tool=file>',
    multiple: true,
    multipleNonGreedy: true,
  }),
  claim: Flags.string({
    char: 'c',
    summary: 'The claim: a file, or JSON text.',
    helpValue: '<file|json>',
  }),
  output: outputFlag('Where to write.'),
  stable: Flags.string({
    summary: 'A tool that no effect of this agent changes. Can be repeated.',
    helpValue: '<tool>',
    multiple: true,
    multipleNonGreedy: true,
  }),
  ignore: Flags.string({
    summary: "A field left out when inputs are compared: '[tool:|model:]name /json/pointer', or '* /json/pointer'. Can be repeated.",
    helpValue: '<name pointer>',
    multiple: true,
    multipleNonGreedy: true,
  }),
  order: Flags.string({
    summary: 'keyed: a question is answered in whatever order it is asked (default); recorded: only in the recorded order.',
    helpValue: '<keyed|recorded>',
  }),
  rechunk: Flags.string({
    summary: 'A second run, with recorded streams cut at other places: says whether the agent depends on where chunks are cut.',
    helpValue: '<seed>',
  }),
  timeout: timeoutFlag('Give up a run after so many milliseconds (10000, that of a program 60000).'),
  'max-calls': Flags.integer({
    summary: 'Give up a run after so many calls (ten times the recorded ones, at least 1000).',
    helpValue: '<n>',
    min: 1,
  }),
  force: forceFlag('Overwrite files that are there.'),
};

/** How a trace is replayed. */
export const testFlags = {
  policy: sharedFlags.policy,
  answer: sharedFlags.answer,
  stable: sharedFlags.stable,
  ignore: sharedFlags.ignore,
  order: sharedFlags.order,
  timeout: sharedFlags.timeout,
  'max-calls': sharedFlags['max-calls'],
};

/** What a person calls right. */
export const claimFlags = {
  claim: sharedFlags.claim,
  returns: Flags.string({ summary: 'JSON that the agent must return, or a part of it.', helpValue: '<json>' }),
  exactly: Flags.boolean({ summary: 'What --returns says is the whole output, not a part of it.' }),
  'expect-call': Flags.string({
    summary: `A call that must be made: 'issue_refund x1 {"amount_cents":4999}'; '!send_email' for one that must not. Can be repeated.`,
    helpValue: '<call>',
    multiple: true,
    multipleNonGreedy: true,
  }),
};

/** What a CI server is told. */
export const ciFlags = {
  junit: Flags.string({
    summary: 'Write a JUnit report too: a fail is a failure in it, an inconclusive verdict an error.',
    helpValue: '<file.xml>',
  }),
  'allow-inconclusive': Flags.boolean({ summary: 'For a grace period: an inconclusive verdict ends with 0, and a warning says so.' }),
};

export const traceArg = Args.string({ name: 'trace', description: 'A trace file (.sftrace or .sftrace.jsonl).', required: true });
export const optionalTraceArg = Args.string({ name: 'trace', description: 'A trace file, whose age is shown.' });
export const traceOrCaseArg = Args.string({
  name: 'file',
  description: 'A trace file (.sftrace or .sftrace.jsonl) or a case file (.case.json).',
  required: true,
});

/** What there is to write, and what stands in the way, is for the command to say; name and short form are the same everywhere. */
export function outputFlag(summary: string) {
  return Flags.string({ char: 'o', summary, helpValue: '<path>' });
}

export function timeoutFlag(summary: string) {
  return Flags.integer({ summary, helpValue: '<ms>', min: 1, max: longestDelay });
}

export function forceFlag(summary: string) {
  return Flags.boolean({ char: 'f', summary });
}
