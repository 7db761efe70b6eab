import { expect, test } from 'vitest';
import { Afterwards } from './afterwards.ts';

/** What happened, in its order; `|` stands around what was run together. */
function noting(): { readonly seen: string[]; readonly afterwards: Afterwards } {
  const seen: string[] = [];
  const afterwards = new Afterwards((body) => {
    seen.push('|');
    body();
    seen.push('|');
  });
  return { seen, afterwards };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a reader has what it waits for first, and it is done before anything else comes into the process', async () => {
  const { seen, afterwards } = noting();
  setImmediate(() => seen.push('next turn'));
  const given = Promise.resolve('piece');
  afterwards.add(() => seen.push('done'));
  (async () => {
    seen.push(await given);
  })();
  await nextTurn();
  expect(seen).toEqual(['piece', '|', 'done', '|', 'next turn']);
});

test('who cannot wait has all of it done in its order, once', async () => {
  const { seen, afterwards } = noting();
  afterwards.now();
  for (const name of ['one', 'two']) {
    afterwards.add(() => {
      afterwards.now();
      seen.push(name);
    });
  }
  afterwards.now();
  await nextTurn();
  expect(seen).toEqual(['|', 'one', 'two', '|']);
});

test('what is sent has left first, also where that waits for an immediate; what comes in between does not wait', async () => {
  const { seen, afterwards } = noting();
  afterwards.addBehindSent(() => seen.push('question'));
  Promise.resolve().then(() => setImmediate(() => seen.push('sent')));
  await nextTurn();
  await nextTurn();
  expect(seen.splice(0)).toEqual(['sent', '|', 'question', '|']);

  afterwards.addBehindSent(() => seen.push('question'));
  afterwards.add(() => seen.push('piece'));
  await Promise.resolve().then(() => setImmediate(() => seen.push('next turn')));
  await nextTurn();
  expect(seen).toEqual(['|', 'question', 'piece', '|', 'next turn']);
});

test('what comes last is done together with what is still to be done', async () => {
  const { seen, afterwards } = noting();
  afterwards.add(() => seen.push('last piece'));
  afterwards.nowWith(() => seen.push('end'));
  await nextTurn();
  expect(seen).toEqual(['|', 'last piece', 'end', '|']);
});
