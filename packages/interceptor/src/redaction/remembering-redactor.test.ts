import type { Redactor } from '@stepfork/trace';
import { expect, test } from 'vitest';
import { model } from '../declaring/model.ts';
import { record } from '../recording/record.ts';

function countingRedactor(): Redactor & { readonly searched: string[] } {
  const searched: string[] = [];
  const redact = (text: string): string => {
    searched.push(text);
    return text.replace('hunter2', '*******');
  };
  return { keyId: 'k', rules: [], text: redact, field: (key, text) => (key === 'plain' ? text : redact(text)), searched };
}

test('a history that is resent with every call is searched for secrets once', async () => {
  const redactor = countingRedactor();
  const ask = model('gpt', async ({ messages }: { messages: readonly { content: string }[] }) => messages.length);
  const agent = async (): Promise<void> => {
    const messages: { content: string }[] = [];
    for (let turn = 0; turn < 20; turn++) {
      messages.push({ content: `${turn} hunter2 `.padEnd(300, '.') });
      await ask({ messages });
    }
  };
  const trace = await record(agent, null, { redactor });
  expect(redactor.searched.filter((text) => text.length >= 300)).toHaveLength(20);
  expect(JSON.stringify(trace)).not.toContain('hunter2');
});

test('the same text under another key is searched again', async () => {
  const redactor = countingRedactor();
  const text = 'hunter2'.padEnd(300, '.');
  const trace = await record(async () => ({ plain: text, other: text }), null, { redactor });
  expect(trace.outcome).toMatchObject({ value: { plain: text, other: text.replace('hunter2', '*******') } });
});
