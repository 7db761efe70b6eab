import { decide } from './decide.mjs';

/** Stands in for a model of OpenAI, in the form of chat completions. */
export function answerChat({ model, messages, tools = [] }) {
  const found = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  const asked = messages.findLast(({ role }) => role === 'user').content;
  const { text = null, calls = [] } = decide({ model, asked, found, offered: tools.map((one) => one.function.name) });
  const tool_calls = calls.map(({ name, input }, at) => ({
    id: callId(found, at),
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const message = { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls }) };
  const choices = [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message }];
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  return { id: `chatcmpl-${found.length + 1}`, object: 'chat.completion', created: 1_700_000_000, model, choices, usage };
}

/** The same in the form of responses. */
export function answerResponses({ model, input, tools = [] }) {
  const found = input.filter(({ type }) => type === 'function_call_output').map(({ output }) => output);
  const asked = input.findLast(({ role }) => role === 'user').content;
  const { text = '', calls = [] } = decide({ model, asked, found, offered: tools.map(({ name }) => name) });
  const id = found.length + 1;
  const said = {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
  const asks = calls.map(({ name, input }, at) => ({
    type: 'function_call',
    id: `fc_${id}_${at}`,
    call_id: callId(found, at),
    name,
    arguments: JSON.stringify(input),
    status: 'completed',
  }));
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const output = calls.length > 0 ? asks : [said];
  return { id: `resp_${id}`, object: 'response', created_at: 1_700_000_000, model, status: 'completed', output, usage };
}

function callId(found, at) {
  return `call_${found.length + 1 + at}`;
}
