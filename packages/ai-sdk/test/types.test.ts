import { createOpenAICompatible as compatible7 } from '@ai-sdk/openai-compatible';
import { stepforkMiddleware, wrapModel, wrapTools } from '@stepfork/ai-sdk';
import * as ai7 from 'ai';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import { createOpenAICompatible as compatible5 } from 'openai-compatible5';
import { createOpenAICompatible as compatible6 } from 'openai-compatible6';
import { expect, test } from 'vitest';
import { z } from 'zod';

const settings = { name: 'local', baseURL: 'http://127.0.0.1:1/v1' };
const described = { description: 'Looks up.', inputSchema: z.object({ id: z.string() }), execute: async ({ id }: { id: string }) => id };

// That these compile is the test: nothing is cast.
test('models and tools of each major have their own types, wrapped and in the middleware', () => {
  const model5 = ai5.wrapLanguageModel({ model: wrapModel(compatible5(settings)('m')), middleware: stepforkMiddleware() });
  const model6 = ai6.wrapLanguageModel({ model: wrapModel(compatible6(settings)('m')), middleware: stepforkMiddleware() });
  const model7 = ai7.wrapLanguageModel({ model: wrapModel(compatible7(settings)('m')), middleware: stepforkMiddleware() });
  const tools5: ai5.ToolSet = wrapTools({ lookup: ai5.tool(described) }, { effects: ['lookup'] });
  const tools6: ai6.ToolSet = wrapTools({ lookup: ai6.tool(described) }, { stable: ['lookup'] });
  const tools7: ai7.ToolSet = wrapTools({ lookup: ai7.tool(described) });
  expect([model5, model6, model7].map(({ modelId, specificationVersion }) => [modelId, specificationVersion])).toEqual([
    ['m', 'v2'],
    ['m', 'v3'],
    ['m', 'v4'],
  ]);
  expect([tools5, tools6, tools7].map((tools) => Object.keys(tools))).toEqual([['lookup'], ['lookup'], ['lookup']]);
});

test('a tool that is not there cannot be declared', () => {
  const lookup = ai7.tool(described);
  // @ts-expect-error: no such tool
  expect(() => wrapTools({ lookup }, { effects: ['refund'] })).toThrow(
    'The tool refund cannot be declared an effect or stable: there is no tool of that name.',
  );
  expect(() => wrapTools({ ask: { description: 'A tool of the client.' } }, { stable: ['ask'] })).toThrow('it has no `execute`');
  expect(() => wrapTools({ lookup }, { effects: ['lookup'], stable: ['lookup'] })).toThrow('declared an effect and a stable read');
});

test('the name of a model is no model', () => {
  expect(() => wrapModel('openai/gpt-5' as never)).toThrow('The model openai/gpt-5 is a name');
});
