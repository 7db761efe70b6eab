// An MCP server for the tests. It notes each of its starts and each body that runs in the file that it is given.
import { appendFileSync } from 'node:fs';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

/** @param {string} notes */
export function weatherServer(notes, name = 'weather') {
  const note = (line) => appendFileSync(notes, `${line}\n`);
  const server = new McpServer({ name, version: '1.0.0' }, { capabilities: { logging: {} }, instructions: 'Ask for the weather.' });
  const text = (value) => ({ content: [{ type: 'text', text: value }] });

  server.registerTool(
    'get_weather',
    {
      description: 'The weather of a city.',
      inputSchema: { city: z.string() },
      outputSchema: { city: z.string(), degrees: z.number() },
      annotations: { readOnlyHint: true },
    },
    async ({ city }) => {
      note(`get_weather ${city}`);
      const structuredContent = { city, degrees: city.length };
      return { ...text(JSON.stringify(structuredContent)), structuredContent };
    },
  );
  server.registerTool(
    'send_alert',
    { description: 'Tells everybody.', inputSchema: { message: z.string() }, annotations: { destructiveHint: true } },
    async ({ message }) => {
      note(`send_alert ${message}`);
      return text(`sent: ${message}`);
    },
  );
  server.registerTool('broken', { description: 'Never works.', inputSchema: {} }, async () => {
    note('broken');
    throw new Error('the sensor is broken');
  });
  server.registerTool('count', { description: 'Counts.', inputSchema: { to: z.number() } }, async ({ to }, { _meta, sendNotification }) => {
    note(`count ${to}`);
    for (let progress = 1; progress <= to; progress += 1) {
      const params = { progressToken: _meta?.progressToken ?? 0, progress, total: to };
      if (_meta?.progressToken !== undefined) await sendNotification({ method: 'notifications/progress', params });
    }
    return text(`counted to ${to}`);
  });
  server.registerTool('wait', { description: 'Never answers.', inputSchema: {} }, async (_input, { signal }) => {
    note('wait');
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cancelled'))));
    return text('never');
  });
  server.registerTool('exit', { description: 'Ends the server.', inputSchema: {} }, async () => {
    note('exit');
    process.exit(1);
  });
  server.registerTool('greet', { description: 'Asks for a name.', inputSchema: {} }, async (_input, { sendRequest }) => {
    note('greet');
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    const { content } = await sendRequest(
      { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } },
      z.object({ content: z.object({ name: z.string() }) }).passthrough(),
    );
    return text(`Hello ${content.name}`);
  });
  server.registerResource('city', new ResourceTemplate('city://{name}', { list: undefined }), { title: 'City' }, async (uri) => {
    note(`resource ${uri.href}`);
    return { contents: [{ uri: uri.href, text: `All about ${uri.href}` }] };
  });
  server.registerPrompt('forecast', { argsSchema: { city: z.string() } }, ({ city }) => {
    note(`prompt ${city}`);
    return { messages: [{ role: 'user', content: { type: 'text', text: `Forecast for ${city}` } }] };
  });
  return server;
}
