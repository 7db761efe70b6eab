import { createHash } from 'node:crypto';
import { canonicalJson, type Json, type Trace } from '@stepfork/trace';
import { instructionsOf } from './messages-of.ts';
import { offeredTools } from './offered-tools.ts';
import { toolLists } from './tool-lists.ts';

/** How an agent asks a model: requests with the same model, instructions and tools, whatever else is said in them. */
export interface Prompt {
  readonly model: string;
  /** Hash of the instructions; `null`: there are none. */
  readonly instructions: string | null;
  /** Hash of the tools that are offered, with names, descriptions and schemas; `null`: none are. */
  readonly tools: string | null;
  readonly toolNames: readonly string[];
  readonly calls: number;
  /** Each of these calls was made in the body of another call. */
  readonly nested: boolean;
}

/** The prompts of the model calls of a run, in the order of their first calls. Hashes are the first 12 hexadecimal digits of a SHA-256. */
export function promptsOf({ steps }: Pick<Trace, 'steps'>): readonly Prompt[] {
  const found = new Map<string, Prompt>();
  const hashOf = rememberingHash();
  for (const { call, parent } of steps) {
    if (call.kind !== 'model') continue;
    const texts = instructionsOf(call.input);
    const lists = [...toolLists(call.input)];
    const instructions = texts.length === 0 ? null : hashOf(canonicalJson(texts));
    const tools = lists.length === 0 ? null : hashOf(canonicalJson(lists));
    const key = canonicalJson([call.name, instructions, tools]);
    const known = found.get(key);
    found.set(key, {
      model: call.name,
      instructions,
      tools,
      toolNames: known?.toolNames ?? namesIn(call.input),
      calls: (known?.calls ?? 0) + 1,
      nested: (known?.nested ?? true) && parent !== null,
    });
  }
  return [...found.values()];
}

function namesIn(request: Json): readonly string[] {
  return [...new Set(offeredTools(request))];
}

/** Most calls of a run say the same. */
function rememberingHash(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const hash = known.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 12);
    known.set(text, hash);
    return hash;
  };
}
