// For its side effect: `import '@stepfork/register'` before the SDKs of the agent are loaded, or `node --import @stepfork/register agent.mjs`.
import '@stepfork/http/register';
import { dirname } from 'node:path';
import { aiSdkPatches, observeTools } from '@stepfork/ai-sdk';
import { patchModules } from '@stepfork/interceptor';
import { langchainPatches } from '@stepfork/langchain';
import { mcpPatches } from '@stepfork/mcp';
import { openaiAgentsPatches } from '@stepfork/openai-agents';

if (process.env.STEPFORK_HOOKS !== 'off') {
  observeTools();
  const script = process.argv[1];
  patchModules(
    [...aiSdkPatches, ...openaiAgentsPatches, ...langchainPatches, ...mcpPatches],
    [process.cwd(), ...(script === undefined ? [] : [dirname(script)])],
  );
}
