import type { Agent, LoadNeeds } from '@stepfork/replay';
import { type AgentRef, currentBases, resolveAgentRef } from '../agent/agent-ref.ts';
import { loadAgent } from '../agent/load-agent.ts';
import { UsageError } from '../errors/usage-error.ts';
import { addWorktree } from '../project/git-worktree.ts';

/** The code with the bug: the agent as it is, another export, or the agent as it was in another commit. */
export interface BuggySide {
  /** As people read it: `src/agent.ts#runAgent at HEAD~1`. */
  readonly name: string;
  readonly ref: AgentRef;
  readonly load: (needs: LoadNeeds) => Promise<Agent>;
  readonly done: () => void;
}

export interface BuggyFlags {
  readonly buggy: string | undefined;
  readonly gitRef: string | undefined;
}

/** @throws UsageError for a ref or commit that does not exist, and for both at once */
export function buggySide(agent: AgentRef, { buggy, gitRef }: BuggyFlags): BuggySide {
  if (buggy !== undefined && gitRef !== undefined) {
    throw new UsageError('The buggy code is named twice: by --buggy and by --buggy-ref.', 'Give one of them.');
  }
  const ref = buggy === undefined ? agent : resolveAgentRef(buggy, currentBases(process.cwd()));
  if (gitRef === undefined) return { name: ref.text, ref, load: (needs) => loadAgent(ref, { needs }), done: () => {} };
  const worktree = addWorktree(agent.root, gitRef);
  try {
    const then = resolveAgentRef(`${worktree.fileOf(agent.file)}#${agent.exportName}`, []);
    return { name: `${agent.text} at ${gitRef}`, ref: then, load: (needs) => loadAgent(then, { needs }), done: worktree.remove };
  } catch (error) {
    worktree.remove();
    throw error;
  }
}
