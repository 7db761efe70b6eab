export async function run({ llm, tools, input }) {
  let rate = null;
  try { rate = await tools.get_rate({ pair: input.pair }); } catch { try { rate = await tools.get_rate({ pair: input.pair }); } catch {} }
  if (rate === null) return { error: 'no rate' };
  const { content } = await llm({ model: 'gpt-4o', messages: [{ role: 'user', content: "Say it: " + rate.value }] });
  await tools.post({ text: content });
  return { posted: true };
}
