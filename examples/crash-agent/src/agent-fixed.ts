import { askModel } from './model.ts';
import { escalate } from './tools.ts';

const instructions = 'You read incident tickets. Answer with JSON only: {"action": "escalate" | "close", "team": string, "note": string}.';

export interface Handover {
  status: 'escalated' | 'closed';
  team: string;
}

export async function runAgent(ticket: { id: string; text: string }): Promise<Handover> {
  const answer = await askModel({
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: `Ticket ${ticket.id}: ${ticket.text}` },
    ],
  });
  const decision = JSON.parse(withoutFence(answer.content));
  if (decision.action !== 'escalate') return { status: 'closed', team: decision.team };
  await escalate({ team: decision.team, note: decision.note });
  return { status: 'escalated', team: decision.team };
}

function withoutFence(text: string): string {
  return text
    .trim()
    .replace(/^```(?:json)?\s*/, '')
    .replace(/```$/, '');
}
