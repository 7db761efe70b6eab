import type { PolicyRules } from '@stepfork/replay';
import type { TraceFile } from '@stepfork/trace';
import { writeNote } from '../terminal/streams.ts';

const request = /^[A-Z]+ \S/;

/** A plain request is a tool by the name of its method and URL, so `*=live` sends it for real. Who types that may think of functions only: he is told before it runs. */
export function noteLiveRequests({ tools = {} }: PolicyRules, { trunk, forks }: TraceFile): void {
  if (tools['*'] !== 'live') return;
  const sent = [trunk, ...forks].flatMap(({ steps }) =>
    steps.flatMap(({ call: { kind, name, effect } }) =>
      kind === 'tool' && !effect && request.test(name) && !Object.hasOwn(tools, name) ? [name] : [],
    ),
  );
  const [first] = sent;
  if (first === undefined) return;
  const names = [...new Set(sent)];
  writeNote(
    `note: *=live sends plain requests for real, too: ${names.join(', ')}; one that must not be sent is named: --policy '${first}=frozen', or =sink`,
  );
}
