import { posix } from 'node:path';
import { openPapers } from './files.ts';
import { askModel, type Message } from './model.ts';

const { join } = posix;

/** Enters what lies in the inbox into the ledger, as the model says. */
export async function runAgent(ticket: { text: string }): Promise<{ written: readonly string[] }> {
  const papers = await openPapers();
  const written: string[] = [];
  const messages: Message[] = [
    { role: 'system', content: 'You keep a ledger. Read the inbox, then write one page for each month.' },
    { role: 'user', content: ticket.text },
  ];
  try {
    const tools = await papers.list();
    for (;;) {
      const answer = await askModel(messages, tools);
      messages.push(answer);
      if (answer.tool_calls === undefined) return { written };
      for (const { id, function: called } of answer.tool_calls) {
        const input = JSON.parse(called.arguments) as { path: string };
        if (called.name === 'write_file') {
          input.path = inLedger(input.path);
          written.push(input.path);
        }
        messages.push({ role: 'tool', tool_call_id: id, content: await papers.call(called.name, input) });
      }
    }
  } finally {
    await papers.close();
  }
}

/** Whatever the model says, it writes into the ledger and nowhere else. */
function inLedger(path: string): string {
  return join('ledger', join('/', path));
}
