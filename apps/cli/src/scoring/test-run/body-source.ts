import { mkdirSync } from 'node:fs';
import type { Agent } from '@stepfork/replay';
import type { BodySource, SourceMutator } from '@stepfork/score';
import type { AgentRef } from '../../agent/agent-ref.ts';
import { pickExport } from '../../agent/pick-export.ts';
import { type SourceAgent, sourceAgent } from '../../agent/source-agent.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { once } from '../../once.ts';
import { makeSourceMutants } from '../make-source-mutants.ts';
import { findAgent } from './find-agent.ts';
import type { Loader } from './loader.ts';
import type { TestRunOrder } from './order.ts';

export interface BodySourceOptions {
  readonly order: Pick<TestRunOrder, 'file' | 'fixed' | 'buggy'> & { readonly source: NonNullable<TestRunOrder['source']> };
  readonly loader: Loader;
  readonly mutator: SourceMutator;
  /** Between two runs. */
  readonly besides: <T>(body: () => Promise<T>) => Promise<T>;
}

/**
 * Mutants of source in the process of a test runner: the agent of the test is found among the exports of modules, and loaded anew by Node with other
 * texts, as the workers of a case file do. What a runner itself makes of modules (a mock, say) is not part of that; the control with no mutant on says
 * whether it matters.
 */
export function bodySource({ order, loader, mutator, besides }: BodySourceOptions): BodySource {
  const { file: test, fixed, buggy, source } = order;
  const refs = new Map<Agent, Promise<AgentRef | null>>();
  const sources = new Map<Agent, Promise<SourceAgent>>();
  let recorded: string | null = null;
  const refOf = (agent: Agent): Promise<AgentRef | null> =>
    once(refs, agent, () => findAgent(agent, { test, places: [fixed, buggy], recorded }, loader.load));
  const sourceOf = (agent: Agent): Promise<SourceAgent> =>
    once(sources, agent, async () => {
      const ref = await knownRef(agent);
      await loader.ready(ref.file);
      return sourceAgent(ref, (anew) => pickExport(anew, ref.exportName));
    });

  return {
    make: (agents) => async (run) => {
      ({ recorded } = agents);
      const sides = { reference: await knownRef(agents.reference), buggy: agents.buggy && (await refOf(agents.buggy)) };
      mkdirSync(source.folder);
      const instrument: SourceMutator['instrument'] = (texts) => besides(() => mutator.instrument(texts));
      const load = async (): Promise<SourceMutator> => ({ ...mutator, instrument });
      return makeSourceMutants({ ...sides, load, globs: source.globs, folder: source.folder })(run);
    },
    during: async (agent, variant, replay) => {
      const other = await sourceOf(agent);
      return other.during(variant, () => replay(other.agent));
    },
  };

  async function knownRef(agent: Agent): Promise<AgentRef> {
    const ref = await refOf(agent);
    if (ref !== null) return ref;
    throw new UsageError(
      'its agent is exported by no module that it imports, so its source is not known',
      'Name the right code: --fixed ./src/agent.ts#runAgent.',
    );
  }
}
