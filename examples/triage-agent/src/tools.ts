import { tool } from '@stepfork/interceptor';
import { post } from './office.ts';

export interface Customer {
  customer_id: string;
  name: string;
  tier: string;
  last_order: { item: string; paid_cents: number };
}

export const lookupCustomer = tool('lookup_customer', (input: { customer_id: string }) => post<Customer>('/customers/lookup', input));

export const issueRefund = tool(
  'issue_refund',
  (input: { customer_id: string; amount_cents: number }) => post<{ refund_id: string; amount_cents: number }>('/refunds', input),
  { effect: true },
);
