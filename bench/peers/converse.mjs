import OpenAI from 'openai';

/** Conversations with a model, one after the other, each call with all that was said before. Returns how many characters were answered. */
export async function converse({ url, conversations, fetch }) {
  const client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0, ...(fetch && { fetch }) });
  let read = 0;
  for (const questions of conversations) {
    const messages = [{ role: 'system', content: 'You are a support agent.' }];
    for (const content of questions) {
      messages.push({ role: 'user', content });
      const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages, temperature: 0 });
      messages.push(choices[0].message);
      read += choices[0].message.content.length;
    }
  }
  return read;
}
