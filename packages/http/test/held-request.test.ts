import { createFetch } from '@stepfork/http';
import { record } from '@stepfork/interceptor';
import { expect, test } from 'vitest';

const url = 'https://api.example.com/files?part=asked';
const headers = (): Record<string, string> => ({ 'x-part': 'asked' });
const multipart = (text: string): string => `--b\r\ncontent-disposition: form-data; name="part"\r\n\r\n${text}\r\n--b--\r\n`;

function form(): FormData {
  const fields = new FormData();
  fields.set('file', new Blob(['text']), 'a.txt');
  fields.set('part', 'asked');
  return fields;
}

/** Sends what the agent asks to nobody. */
async function sentBy(
  ask: (fetch: typeof globalThis.fetch) => Promise<unknown>,
): Promise<{ readonly sent: string; readonly recorded: string }> {
  const sent: string[] = [];
  const fetch = createFetch({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push([request.method, request.url, request.headers.get('x-part'), await request.text()].join(' '));
      return Response.json({});
    },
  });
  const { steps } = await record(async () => void (await ask(fetch)), null);
  return { sent: sent.join(), recorded: JSON.stringify(steps.map(({ call }) => call.input)) };
}

test.each<[string, (fetch: typeof globalThis.fetch) => Promise<unknown>]>([
  [
    'options that are used again',
    (fetch) => {
      const init = { method: 'POST', headers: headers(), body: new Blob(['asked'], { type: 'text/plain' }) };
      const asked = fetch(url, init);
      Object.assign(init, { method: 'PUT', body: new Blob(['changed']) });
      init.headers['x-part'] = 'changed';
      return asked;
    },
  ],
  [
    'a form',
    (fetch) => {
      const body = form();
      const asked = fetch(url, { method: 'POST', headers: headers(), body });
      body.set('part', 'changed');
      return asked;
    },
  ],
  [
    'bytes of a form',
    (fetch) => {
      const body = new TextEncoder().encode(multipart('asked'));
      const asked = fetch(url, { method: 'POST', headers: { ...headers(), 'content-type': 'multipart/form-data; boundary=b' }, body });
      body.set(new TextEncoder().encode(multipart('other')));
      return asked;
    },
  ],
  [
    'an address',
    (fetch) => {
      const to = new URL(url);
      const asked = fetch(to, { method: 'POST', headers: headers(), body: form() });
      to.search = '?part=changed';
      return asked;
    },
  ],
  [
    'headers of a Request',
    (fetch) => {
      const request = new Request(url, { method: 'POST', headers: headers(), body: 'asked' });
      const asked = fetch(request);
      request.headers.set('x-part', 'changed');
      return asked;
    },
  ],
])('what is sent and recorded is what was asked, whatever the agent does to it then: %s', async (_what, ask) => {
  const { sent, recorded } = await sentBy(ask);
  expect(sent).toMatch(/^POST https:\/\/api\.example\.com\/files\?part=asked asked [\s\S]*asked/);
  expect(recorded).toMatch(/"method":"POST","url":"\/files\?part=asked".*asked/);
  expect(`${sent}${recorded}`).not.toMatch(/changed|other/);
});

test('a Request in the place of the options is sent with its method and headers', async () => {
  const { sent, recorded } = await sentBy((fetch) =>
    fetch(url, new Request('https://elsewhere.example', { method: 'PUT', headers: headers(), body: 'asked' })),
  );
  expect(sent).toBe(`PUT ${url} asked asked`);
  expect(recorded).toContain('"method":"PUT"');
});
