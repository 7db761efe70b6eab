import { LLMock } from '@copilotkit/aimock';

/** It is a server between the client and the provider. */
export function record({ folder, url, talk }) {
  return within({ record: { providers: { openai: url }, fixturePath: folder } }, () => {}, talk);
}

export function replay({ folder, talk }) {
  return within({ strict: true }, (mock) => mock.loadFixtureDir(folder), talk);
}

async function within(options, prepare, talk) {
  const mock = new LLMock({ port: 0, logLevel: 'silent', ...options });
  prepare(mock);
  await mock.start();
  try {
    return await talk({ url: mock.url });
  } finally {
    await mock.stop();
  }
}
