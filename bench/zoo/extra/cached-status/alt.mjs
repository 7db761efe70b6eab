const cache = new Map();
async function status(tools, name) {
  if (!cache.has(name)) cache.set(name, await tools.get_status({ name }));
  return cache.get(name);
}
export async function run({ llm, tools, input }) {
  cache.clear();
  const before = await status(tools, input.service);
  if (before.state !== 'down') return { state: before.state };
  await tools.restart({ name: input.service });
  const now = (await tools.list_status({})).find((s) => s.name === input.service);
  const { content } = await llm({ model: 'gpt-4o', messages: [{ role: 'user', content: "Summarise: " + JSON.stringify(now) }] });
  return { state: now.state, text: content };
}
