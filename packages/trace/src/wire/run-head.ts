import { toWellFormed } from '../json/well-formed.ts';
import type { RunHead } from '../shapes/wire-event.ts';
import type { Derivation, Minimized, Run } from '../trace.ts';

/** The head of a run as it is written: no members but those of the format, and no half of a surrogate pair in a name. */
export function runHead({ id, agent, startedAt, git, versions, policies, redaction, derived }: Run): RunHead {
  return {
    id: name(id),
    agent: agent === null ? null : name(agent),
    startedAt,
    git: git === null ? null : { commit: git.commit, dirty: git.dirty },
    versions: names(versions),
    policies: names(policies),
    redaction: redaction === null ? null : { keyId: name(redaction.keyId), rules: redaction.rules },
    ...(derived !== undefined && { derived: derivation(derived) }),
  };
}

// What is no text here, against the types, is refused with the event.
function name(text: string): string {
  return typeof text === 'string' ? toWellFormed(text) : text;
}

function names(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(Object.entries(record).map(([key, text]) => [name(key), name(text)]));
}

function derivation(derived: Derivation): Derivation {
  switch (derived.kind) {
    case 'attached':
      return { kind: derived.kind, of: name(derived.of) };
    case 'on-demand':
      return { kind: derived.kind, of: name(derived.of), from: name(derived.from) };
    case 'what-if':
      return { kind: derived.kind, of: name(derived.of), step: derived.step };
    case 'replayed':
      return { kind: derived.kind, of: name(derived.of), from: name(derived.from), test: name(derived.test) };
    case 'minimized':
      return minimized(derived);
  }
}

function minimized({ kind, of, seal, signature, proof, edits, counts }: Minimized): Minimized {
  return {
    kind,
    of: name(of),
    seal: seal === null ? null : name(seal),
    signature: name(signature),
    proof: name(proof),
    edits: edits.map(({ by, removed }) => ({ by: name(by), removed: removed.map(name) })),
    counts: {
      ...(counts.replays !== undefined && { replays: counts.replays }),
      removals: counts.removals,
      unresolved: counts.unresolved,
    },
  };
}
