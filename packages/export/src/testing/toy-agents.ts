import { extname } from 'node:path';
import { tool } from '@stepfork/interceptor';
import type { Agent } from '@stepfork/replay';
import { hostileStrings } from './hostile-strings.ts';

// Agents that an exported test can be tried on. The exported tests import this module in a process of their own, in which no body may run.

/** Where this module is, as built or as source. */
export const toyAgentsUrl: string = new URL(`./toy-agents${extname(import.meta.url)}`, import.meta.url).href;

let mayRun = false;

/** Lets the bodies of the toy tools run while `work` does: for recording. */
export async function withToyBodies<T>(work: () => Promise<T>): Promise<T> {
  mayRun = true;
  try {
    return await work();
  } finally {
    mayRun = false;
  }
}

function body<I, O>(answer: (input: I) => O): (input: I) => O {
  return (input) => {
    if (!mayRun) throw new Error('the body of a toy tool ran in a replay');
    return answer(input);
  };
}

interface ToyOrder {
  readonly id: string;
}

const lookupOrder = tool(
  'lookup_order',
  body(({ id }: ToyOrder) => ({ id, total_cents: 4999 })),
);
const issueRefund = tool(
  'issue_refund',
  body(({ amount_cents }: { amount_cents: number }) => ({ status: 'issued', amount_cents })),
  { effect: true },
);
const readText = tool(
  'read_text',
  body((_: null): unknown => ({ texts: hostileStrings, keyed: hostileRecord() })),
);

/** Refunds a hundredth of what is due. */
async function failing({ id }: ToyOrder): Promise<{ refunded_cents: number }> {
  const order = await lookupOrder({ id });
  return refund(Math.floor(order.total_cents / 100));
}

/** Refunds what is due. */
async function passing({ id }: ToyOrder): Promise<{ refunded_cents: number }> {
  const order = await lookupOrder({ id });
  return refund(order.total_cents);
}

/** Asks what nobody recorded, and hides that it got no answer. */
async function diverging({ id }: ToyOrder): Promise<{ refunded_cents: number }> {
  const order = await lookupOrder({ id: `${id}-other` }).catch(() => ({ total_cents: 4999 }));
  return refund(order.total_cents);
}

/** Returns texts that break careless generators. */
async function hostile(): Promise<unknown> {
  return readText(null);
}

/** Returns the same texts, but for one that lost a character. */
async function hostileButOne(): Promise<unknown> {
  const answer = (await readText(null)) as { texts: readonly string[] };
  return { ...answer, texts: answer.texts.map((text, index) => (index === 0 ? text.slice(1) : text)) };
}

export const toyAgents: Readonly<Record<'failing' | 'passing' | 'diverging' | 'hostile' | 'hostileButOne', Agent>> = {
  failing,
  passing,
  diverging,
  hostile,
  hostileButOne,
};

async function refund(amount_cents: number): Promise<{ refunded_cents: number }> {
  await issueRefund({ amount_cents });
  return { refunded_cents: amount_cents };
}

function hostileRecord(): Readonly<Record<string, string>> {
  return Object.fromEntries(hostileStrings.map((text) => [text, text]));
}
