import { currentRun, observedTool } from '@stepfork/interceptor';

interface ToolEvent {
  readonly callId: string;
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };
}

type ToolOutput = { readonly type: 'tool-result'; readonly output: unknown } | { readonly type: 'tool-error'; readonly error: unknown };

/** A call whose body runs, until the SDK tells what came of it. */
interface OpenCall {
  readonly ended: (output: ToolOutput) => void;
  readonly recorded: Promise<unknown>;
}

const mark: unique symbol = Symbol.for('stepfork.ai-sdk.telemetry') as never;
const open = new Map<string, OpenCall>();

/** From now on the tools that AI SDK 7 runs in a bundle are observed: once in a process. */
export function observeTools(): void {
  const shared = globalThis as { AI_SDK_TELEMETRY_INTEGRATIONS?: object[]; [mark]?: true };
  if (shared[mark]) return;
  shared[mark] = true;
  shared.AI_SDK_TELEMETRY_INTEGRATIONS = [...(shared.AI_SDK_TELEMETRY_INTEGRATIONS ?? []), toolTelemetry];
}

/**
 * AI SDK 7 tells everybody in a list of the process of the tools that it runs, also where a bundler has put it into the program. Who is told may keep a body from
 * running, but cannot answer in its place: so these calls are observed.
 */
const toolTelemetry = {
  executeTool({ execute, ...event }: ToolEvent & { readonly execute: () => Promise<unknown> }): Promise<unknown> {
    if (currentRun() === null) return execute();
    const { toolName, input } = event.toolCall;
    let ended: OpenCall['ended'] = () => {};
    const output = new Promise((resolve, reject) => {
      ended = (told) => (told.type === 'tool-error' ? reject(told.error) : resolve(told.output));
    });
    // Of a body that was not allowed to run nobody waits for it.
    output.catch(() => {});
    return new Promise((resolve, reject) => {
      const recorded = observedTool(toolName, input, () => {
        execute().then(resolve, reject);
        return output;
      });
      open.set(keyOf(event), { ended, recorded });
      recorded.catch(reject);
    });
  },

  /** The SDK goes on when the end is taken down. */
  async onToolExecutionEnd({ toolOutput, ...event }: ToolEvent & { readonly toolOutput: ToolOutput }): Promise<void> {
    const call = open.get(keyOf(event));
    open.delete(keyOf(event));
    call?.ended(toolOutput);
    await call?.recorded.catch(() => {});
  },
};

function keyOf({ callId, toolCall }: ToolEvent): string {
  return JSON.stringify([callId, toolCall.toolCallId]);
}
