import { triage } from './desk.ts';
import { runner } from './model.ts';

/** For more than this a person is asked. */
const limitDollars = 100;

export async function runAgent(ticket: { order_id: string; text: string }): Promise<{ refunded_cents: number; for_a_person: boolean }> {
  let refunded_cents = 0;
  let for_a_person = false;
  let result = await runner.run(triage, `Order ${ticket.order_id}: ${ticket.text}`);
  while (result.interruptions.length > 0) {
    for (const refund of result.interruptions) {
      const { cents } = JSON.parse(refund.arguments ?? '{}') as { cents: number };
      if (mayBePaid(cents)) {
        refunded_cents += cents;
        result.state.approve(refund);
      } else {
        for_a_person = true;
        result.state.reject(refund);
      }
    }
    result = await runner.run(triage, result.state);
  }
  return { refunded_cents, for_a_person };
}

function mayBePaid(cents: number): boolean {
  return cents <= limitDollars;
}
