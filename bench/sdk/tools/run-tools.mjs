// The tools of SDKs, hooked without a line in the agent: recorded, then replayed without a provider. See docs/sdks.md.
//   npm run bench:tools [-- --only ai7] [-- --node 22] [-- --json bench/sdk/tools/results.json]
import { runRows } from '../src/run-rows.mjs';
import { measureTools } from './measure-tools.mjs';

const langchain = ['@langchain/core', '@langchain/openai'];
/** A file of agents/, how it is called here, its packages, and its forms. */
const sdks = [
  ['ai5', 'ai 5', ['ai5', 'ai5-openai'], ['generateText', 'streamText', 'agent']],
  ['ai6', 'ai 6', ['ai6', 'ai6-openai'], ['generateText', 'streamText', 'agent']],
  ['ai7', 'ai 7', ['ai', '@ai-sdk/openai'], ['generateText', 'streamText', 'agent']],
  ['openai-agents', '@openai/agents', ['@openai/agents'], ['run', 'stream']],
  ['langchain', 'langchain', ['langchain', '@langchain/langgraph', ...langchain], ['createAgent']],
  ['langchain', 'LangGraph', ['@langchain/langgraph', ...langchain], ['langgraph']],
  ['langchain', '@langchain/core', langchain, ['loop']],
];

const rows = sdks.flatMap(([module, name, packages, forms]) =>
  forms.map((form) => ({ id: `${module} ${form}`, title: `${name}, ${form}`, packages, module, form })),
);
await runRows(rows, measureTools);
