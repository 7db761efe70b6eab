import { model, tool } from '@stepfork/interceptor';

/** What the watcher made of a line of the log. */
export interface Watch {
  readonly severity: string;
  readonly page: string | null;
}

interface Verdict {
  readonly severity: string;
  readonly service: string;
}

/** Names of the bodies that really ran, in order: a replay must leave it empty. */
export const crashBodies: string[] = [];

/** Looks like the key of a provider and is none; what is recorded must not hold it. */
export const crashKey: string = `sk-proj-${'T0yAg3ntK3y'.repeat(4)}`;

export const crashLine: { readonly line: string } = { line: `billing: 401 rejected, key ${crashKey}` };

const classify = model('toy-model', async (prompt: { readonly line: string }): Promise<string> => {
  crashBodies.push('toy-model');
  const verdict = { severity: 'critical', service: prompt.line.split(':')[0], leaked_key: /sk-proj-\w+/.exec(prompt.line)?.[0] };
  return `\`\`\`json\n${JSON.stringify(verdict, null, 2)}\n\`\`\``;
});

const escalate = tool(
  'escalate',
  async (_: { readonly service: string; readonly severity: string }) => {
    crashBodies.push('escalate');
    return { page: 'PG-88' };
  },
  { effect: true, example: { page: 'PG-0' } },
);

/** The bug: the model wraps its JSON in a fence, and the parser throws before anything was escalated. */
export function runWatch(input: { readonly line: string }): Promise<Watch> {
  return watch(input, (text) => JSON.parse(text));
}

/** The fix reaches a tool that the recorded run never called. */
export function runWatchFixed(input: { readonly line: string }): Promise<Watch> {
  return watch(input, (text) => JSON.parse(text.replace(/^```json\n|\n```$/g, '')));
}

/** A change that is no fix: nothing crashes any more, and nobody is called. */
export function runWatchWrong(input: { readonly line: string }): Promise<Watch> {
  return watch(input, () => ({ severity: 'low', service: 'unknown' }));
}

/** Asks the model something that the recording of `runWatch` cannot answer. */
export function runWatchDiverging(input: { readonly line: string }): Promise<Watch> {
  return watch({ line: `${input.line} (again)` }, (text) => JSON.parse(text));
}

async function watch({ line }: { readonly line: string }, parse: (text: string) => Verdict): Promise<Watch> {
  const { severity, service } = parse(await classify({ line }));
  if (severity !== 'critical') return { severity, page: null };
  const { page } = await escalate({ service, severity });
  return { severity, page };
}
