const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function makeWorld() {
  const effects = [];
  const tools = { async file_expense({ what, cents }) { effects.push({ what, cents }); return { id: 'ex' + effects.length }; } };
  const llm = async (r) => (async function* () {
    const d = (...toolCalls) => ({ choices: [{ delta: { toolCalls } }] });
    yield d({ index: 0, name: 'file_expense', arguments: '{"what":"taxi",' });
    yield d({ index: 0, arguments: '"cents":1250}' });
    await sleep(3);
    yield d({ index: 1, name: 'file_expense', arguments: '{"what":"lunch"' });
    yield d({ index: 1, arguments: ',"cents":990}' });
    yield { choices: [{ delta: {}, finishReason: 'tool_calls' }] };
  })();
  return { llm, tools, effects };
}
