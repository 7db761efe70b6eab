const tokens = (v) => Math.ceil(JSON.stringify(v ?? '').length / 4);
const textOf = (r) => r.messages.map((m) => m.content ?? '').join('\n');
const say = (r, content) => ({ content, finishReason: 'stop', usage: { inputTokens: tokens(r.messages), outputTokens: tokens(content) } });

export function makeWorld() {
  const effects = [];
  let asked = 0;
  const tools = {
    async get_rate({ pair }) { asked += 1; if (asked < 3) throw Object.assign(new Error('503'), { status: 503 }); return { pair, value: 1.1 }; },
    async post({ text }) { effects.push({ text }); return { id: 1 }; },
  };
  const llm = async (r) => say(r, 'rate ' + textOf(r).split(' ').at(-1));
  return { llm, tools, effects };
}
