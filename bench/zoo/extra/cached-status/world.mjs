const tokens = (v) => Math.ceil(JSON.stringify(v ?? '').length / 4);
const textOf = (r) => r.messages.map((m) => m.content ?? '').join('\n');
const say = (r, content) => ({ content, finishReason: 'stop', usage: { inputTokens: tokens(r.messages), outputTokens: tokens(content) } });

export function makeWorld() {
  const effects = [];
  let restarted = false;
  const tools = {
    async get_status({ name }) { return { name, state: restarted ? 'up' : 'down' }; },
    async list_status({}) { return [{ name: 'api', state: restarted ? 'up' : 'down' }]; },
    async restart({ name }) { effects.push({ name }); restarted = true; return { ok: true }; },
  };
  const llm = async (r) => say(r, 'It is ' + /"state":"(\w+)"/.exec(textOf(r))[1]);
  return { llm, tools, effects };
}
