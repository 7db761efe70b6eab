import { expect, test } from 'vitest';
import { credentialName } from './credential-name.ts';

test.each([
  ...[
    'authorization',
    'Proxy-Authorization',
    'Cookie',
    'set-cookie',
    'x-api-key',
    'apiKey',
    'api_key',
    'OPENAI_API_KEY',
    'password',
    'DB_PASSWORD',
  ],
  ...[
    'passphrase',
    'DB_PASS',
    'smtpPass',
    'password2',
    'passwordConfirmation',
    'Ocp-Apim-Subscription-Key',
    'client_secret',
    'clientSecret',
    'access_token',
    'refreshToken',
    'AWS_SECRET_ACCESS_KEY',
    'privateKey',
    'X-Amz-Security-Token',
  ],
])('%s is the name of a credential', (name) => {
  expect(credentialName(name)).toBe('certain');
});

test.each(['token', 'GITHUB_TOKEN', 'botToken', 'credentials', 'auth'])('%s may be one', (name) => {
  expect(credentialName(name)).toBe('likely');
});

test.each([
  ...['PWD', 'max_tokens', 'prompt_tokens', 'tokenizer', 'nextPageToken', 'continuation_token', 'secret_name', 'password_policy', 'author'],
  ...['key', 'primaryKey', 'public_key', 'idempotency-key', 'id', '', 'monkey', 'a'.repeat(1_000)],
  ...['compass', 'bypass', 'surpass', 'passenger', 'BYPASS', 'passed', 'pwm', 'keypass_count'],
])('%s is none', (name) => {
  expect(credentialName(name)).toBe(null);
});
