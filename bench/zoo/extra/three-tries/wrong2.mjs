export async function run({ llm, tools, input }) {
  let rate = null;
  rate = { value: 1.0 };
  if (rate === null) return { error: 'no rate' };
  const { content } = await llm({ model: 'gpt-4o', messages: [{ role: 'user', content: "Say it: " + rate.value }] });
  await tools.post({ text: content });
  return { posted: true };
}
