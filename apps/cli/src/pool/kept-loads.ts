import type { Agent, LoadNeeds } from '@stepfork/replay';
import { loadNeeds } from '@stepfork/replay';
import type { Redactor, TraceFile } from '@stepfork/trace';
import { readTraceFile } from '@stepfork/trace/file';
import type { AgentRef } from '../agent/agent-ref.ts';
import { type LoadOptions, loadAgent } from '../agent/load-agent.ts';
import { pickExport } from '../agent/pick-export.ts';
import { type SourceAgent, sourceAgent } from '../agent/source-agent.ts';
import { once } from '../once.ts';
import { redactorOfProject } from '../project/redaction-key.ts';

/** What a worker loads once: trace files, agents, redaction keys. */
export interface KeptLoads {
  file(path: string): Promise<readonly TraceFile[]>;
  agent(ref: AgentRef, traces: readonly TraceFile[], options: AgentOptions): Promise<Agent>;
  source(ref: AgentRef): Promise<SourceAgent>;
  redactor(ref: AgentRef, traces: readonly TraceFile[]): { readonly redactor?: Redactor };
}

export interface AgentOptions extends Required<Pick<LoadOptions, 'modules' | 'onShared'>> {
  /** Called before its modules are loaded, which may change the process as no run may. */
  readonly onLoad: () => void;
}

export function keepLoads(): KeptLoads {
  const files = new Map<string, Promise<readonly TraceFile[]>>();
  const agents = new Map<string, Promise<Agent>>();
  const sources = new Map<string, Promise<SourceAgent>>();
  const redactors = new Map<string, { readonly redactor?: Redactor }>();
  const needs = new WeakMap<readonly TraceFile[], LoadNeeds>();
  return {
    file: (path) => once(files, path, async () => [await readTraceFile(path)]),
    agent(ref, traces, { modules, onShared, onLoad }) {
      const all = once(needs, traces, () => needsOf(traces));
      return once(agents, `${modules} ${all.http || all.tools} ${nameOf(ref)}`, () => {
        onLoad();
        return loadAgent(ref, { modules, needs: all, onShared });
      });
    },
    source: (ref) => once(sources, nameOf(ref), async () => sourceAgent(ref, (anew) => pickExport(anew, ref.exportName))),
    redactor({ root }, traces) {
      const recorded = traces[0]?.trunk.run.redaction ?? null;
      return recorded === null ? {} : once(redactors, `${recorded.keyId} ${root}`, () => redactorOfProject(root, recorded));
    },
  };
}

function nameOf({ file, exportName }: AgentRef): string {
  return `${file}#${exportName}`;
}

/** Of a trace file, or of all that were given. */
function needsOf(files: readonly TraceFile[]): LoadNeeds {
  const all = files.map(loadNeeds);
  return { http: all.some(({ http }) => http), tools: all.some(({ tools }) => tools), environment: all[0]?.environment ?? {} };
}
