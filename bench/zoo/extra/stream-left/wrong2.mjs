async function read(stream) {
  const calls = [];
    for await (const chunk of stream) {
      for (const d of chunk.choices[0].delta.toolCalls ?? []) {
        calls[d.index] ??= { name: d.name, arguments: '' };
        calls[d.index].arguments += d.arguments;
      }
    }
    calls.length = 1;
  return calls;
}
export async function run({ llm, tools, input }) {
  const messages = [{ role: 'system', content: "You file expenses." }, { role: 'user', content: input.text }];
  const calls = await read(await llm({ model: 'gpt-4o', stream: true, messages }));
  let total = 0;
  for (const call of calls.filter(Boolean)) {
    const args = JSON.parse(call.arguments);
    await tools.file_expense(args);
    total += args.cents;
  }
  return { filed: calls.length, total };
}
