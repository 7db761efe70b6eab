import { createTraceWriter, encodeValue, type Json } from '@stepfork/trace';
import { type Figure, figure } from '../figure.ts';
import { sampleRun } from '../sample-run.ts';
import { wordsFrom } from '../words.ts';

const CONVERSATIONS = 20;
const QUESTION = 1450;
const ANSWER = 1000;

/** How much a trace grows when every request repeats the conversation before it: 20 conversations of 30 turns. */
export function storeFigures(): readonly Figure[] {
  const packed = store('packed', 30);
  const text = store('text', 30);
  const longer = store('packed', 60);
  const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  return [
    figure(
      'store-packed',
      packed.bytes / packed.distinct,
      1.35,
      `${mb(packed.bytes)} for ${mb(packed.distinct)} distinct, ${mb(packed.plain)} as plain JSON`,
    ),
    figure('store-text', text.bytes / text.distinct, 1.7, `${mb(text.bytes)} for ${mb(text.distinct)} distinct`),
    figure('store-60-turns', longer.bytes / packed.bytes, 2.1, `${mb(longer.bytes)} for 60 turns, ${mb(packed.bytes)} for 30`),
  ];
}

interface Stored {
  readonly bytes: number;
  /** Questions and answers, each counted once. */
  readonly distinct: number;
  /** All requests and answers as JSON. */
  readonly plain: number;
}

function store(encoding: 'packed' | 'text', turns: number): Stored {
  const words = wordsFrom(11);
  let bytes = 0;
  let plain = 0;
  const writer = createTraceWriter({
    encoding,
    write: (part) => {
      bytes += part.length;
    },
  });
  const count = (value: unknown): Json => {
    plain += JSON.stringify(value).length;
    return encodeValue(value);
  };
  writer.append({
    type: 'run-start',
    run: sampleRun,
  });
  let step = 0;
  for (let conversation = 0; conversation < CONVERSATIONS; conversation += 1) {
    const messages: { role: string; content: string }[] = [{ role: 'system', content: 'You are a support agent.' }];
    for (let turn = 0; turn < turns; turn += 1) {
      messages.push({ role: 'user', content: words(QUESTION) });
      const input = count({ model: 'gpt-4o', messages, temperature: 0 });
      writer.append({
        type: 'call-start',
        step,
        parent: null,
        call: { kind: 'model', name: 'gpt-4o', input, effect: false },
        atMs: step * 2,
      });
      const message = { role: 'assistant', content: words(ANSWER) };
      const value = count({ ...message, finishReason: 'stop', usage: { inputTokens: 300 + step, outputTokens: 250 } });
      writer.append({ type: 'call-end', step, outcome: { kind: 'returned', value }, atMs: step * 2 + 1 });
      messages.push(message);
      step += 1;
    }
  }
  writer.append({ type: 'run-end', outcome: { kind: 'returned', value: null }, atMs: step * 2 });
  return { bytes, plain, distinct: CONVERSATIONS * turns * (QUESTION + ANSWER) };
}
