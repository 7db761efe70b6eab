import { createTraceWriter, type Redactor } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { tool } from '../declaring/tool.ts';
import { record } from './record.ts';

/** Breaks as soon as it is to look at this text. */
function breaksAt(place: string): Redactor {
  const look = (text: string): string => {
    if (text.includes(place)) throw new RangeError('a broken redactor');
    return text;
  };
  return {
    keyId: 'k',
    rules: [],
    text: look,
    field: (_, text) => look(text),
    watch: (text) => ({ pseudonyms: [], settled: look(text).length, shown: text.length }),
  };
}

async function agent(input: string): Promise<string> {
  const ask = tool('the name', async (question: string) => `${question}, the answer`);
  const fail = tool('fails', async (): Promise<string> => {
    throw new Error('the error');
  });
  const list = tool('streams', async function* () {
    yield { text: 'the first' };
    yield { text: 'the chunk' };
  });
  const said = [await ask(`the question of ${input}`), await fail().catch((error: unknown) => String(error))];
  for await (const { text } of await list()) said.push(text);
  return [...said, 'the output'].join(' | ');
}

test.each([
  // A value that cannot be looked at is recorded as opaque.
  ['the input', null],
  ['the question', null],
  ['the answer', null],
  ['the error', null],
  ['the output', null],
  ['the name', 'STEPFORK_RECORDING'],
  ['the chunk', 'STEPFORK_RECORDING'],
])('a redactor that breaks at %s never breaks the agent, and nothing is recorded that it has not seen', async (place, fault) => {
  const got: string[] = [];
  const writer = createTraceWriter();
  const running = record(
    async (input: string) => {
      const output = await agent(input);
      got.push(output);
      return output;
    },
    'the input',
    { redactor: breaksAt(place), writer },
  );
  expect(
    await running.then(
      () => null,
      (error: { code: unknown }) => error.code,
    ),
  ).toBe(fault);
  expect(got).toEqual(['the question of the input, the answer | Error: the error | the first | the chunk | the output']);
  expect(JSON.stringify(writer.trace())).not.toContain(place);
});

test('a secret in the name of a call is replaced there too', async () => {
  const hides: Redactor = { keyId: 'k', rules: [], text: (text) => text.replaceAll('s3cret', 'STEPFORKabcdef'), field: (_, text) => text };
  const trace = await record(async () => tool('GET example.com/s3cret', async () => 1)(), null, { redactor: hides });
  expect(trace.steps.map(({ call }) => call.name)).toEqual(['GET example.com/STEPFORKabcdef']);
});
