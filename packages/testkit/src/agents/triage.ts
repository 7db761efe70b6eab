import { model, tool } from '@stepfork/interceptor';

/** A ticket as support gets it. */
export interface Ticket {
  readonly email: string;
  readonly text: string;
}

/** What triage decided. */
export interface Triage {
  readonly priority: string;
  readonly refunded_cents: number;
}

interface Prompt {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Names of the bodies that really ran, in order: a replay must leave it empty. */
export const triageBodies: string[] = [];

export const triageTicket: Ticket = { email: 'mira@shop.example', text: 'The lamp came broken. I want my money back.' };

const customers: Readonly<Record<string, { readonly customer_id: string; readonly tier: string; readonly paid_cents: number }>> = {
  'mira@shop.example': { customer_id: 'cus_204', tier: 'gold', paid_cents: 4999 },
};

const ask = model(
  (prompt: Prompt) => prompt.model,
  async ({ messages }: Prompt): Promise<string> => {
    triageBodies.push('model');
    const found = /"paid_cents":(\d+)/.exec(messages.at(-1)?.content ?? '');
    return found === null
      ? JSON.stringify({ tool: 'lookup_customer', email: /From: (\S+)/.exec(messages[0]?.content ?? '')?.[1] })
      : JSON.stringify({ priority: 'high', refund_cents: Number(found[1]) });
  },
);

const lookupCustomer = tool('lookup_customer', async ({ email }: { readonly email: string }) => {
  triageBodies.push('lookup_customer');
  return customers[email] ?? null;
});

const issueRefund = tool(
  'issue_refund',
  async ({ amount_cents }: { readonly customer_id: string; readonly amount_cents: number }) => {
    triageBodies.push('issue_refund');
    return { refund_id: 'rf_1', amount_cents, status: 'pending' };
  },
  { effect: true },
);

/** The bug: the model speaks of cents, the code takes them for dollars and refunds 49 cents of 49.99. */
export function runTriage(ticket: Ticket): Promise<Triage> {
  return triage(ticket, (cents) => Math.floor(cents / 100));
}

export function runTriageFixed(ticket: Ticket): Promise<Triage> {
  return triage(ticket, (cents) => cents);
}

/** Another correct fix: it also notes the ticket down for the refund, an argument that the recording does not know. */
export function runTriageFixedWithMemo(ticket: Ticket): Promise<Triage> {
  return triage(ticket, (cents) => cents, { memo: 'triage' });
}

/** A change that is no fix. */
export function runTriageWrong(ticket: Ticket): Promise<Triage> {
  return triage(ticket, (cents) => Math.round(cents / 10));
}

/** Asks the world something that the recording of `runTriage` cannot answer. */
export function runTriageDiverging(ticket: Ticket): Promise<Triage> {
  return triage({ ...ticket, email: ticket.email.toUpperCase() }, (cents) => cents);
}

async function triage(ticket: Ticket, amountOf: (cents: number) => number, more: object = {}): Promise<Triage> {
  const messages = [{ role: 'user', content: `From: ${ticket.email}\n\n${ticket.text}` }];
  const { email } = JSON.parse(await ask({ model: 'toy-model', messages }));
  const customer = await lookupCustomer({ email });
  // As many agents do, it appends to the list that it has just sent.
  messages.push({ role: 'tool', content: JSON.stringify(customer) });
  const decision = JSON.parse(await ask({ model: 'toy-model', messages }));
  const amount = amountOf(decision.refund_cents);
  await issueRefund({ customer_id: customer?.customer_id ?? 'unknown', amount_cents: amount, ...more });
  return { priority: decision.priority, refunded_cents: amount };
}
