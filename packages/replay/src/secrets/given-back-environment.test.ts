import { createHmac } from 'node:crypto';
import { record, tool } from '@stepfork/interceptor';
import { traceFile } from '@stepfork/testkit';
import { createRedactor, type Trace } from '@stepfork/trace';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { replay } from '../replay.ts';
import { giveBackEnvironment } from './given-back-environment.ts';

const value = ['v', 'aB3dE5gH7jK9mN1pQ2rS4tU6'].join('');
const redactor = createRedactor({
  hmac: (secret) => createHmac('sha256', 'env').update(secret).digest(),
  keyId: 'env',
  secrets: [value],
});
const pseudonym = redactor.field('SEARCH_API_KEY', value);
const calls: unknown[] = [];
const search = tool('search', (input: { readonly key: string }) => {
  calls.push(input);
  return { hits: 3 };
});

afterEach(() => {
  vi.unstubAllEnvs();
  calls.length = 0;
});

const traceWith = (draws: Readonly<Record<string, unknown>>): Trace =>
  ({
    draws: Object.entries(draws).map(([site, value]) => ({ kind: 'environment', site, value, atMs: 0, endsBefore: 0 })),
  }) as unknown as Trace;

const agent = async (): Promise<unknown> => {
  const key = process.env.SEARCH_API_KEY;
  if (key === undefined) throw new Error('SEARCH_API_KEY is missing');
  return search({ key });
};

describe('a run that uses a credential of the environment', () => {
  it('says so once, by name and pseudonym', async () => {
    vi.stubEnv('SEARCH_API_KEY', value);
    vi.stubEnv('OTHER_API_KEY', `${value}x`);
    const trace = await record(agent, null, { redactor });
    await record(agent, null, { redactor });
    expect(trace.draws.filter(({ kind }) => kind === 'environment')).toMatchObject([{ site: 'SEARCH_API_KEY', value: pseudonym }]);
    expect(JSON.stringify(trace)).not.toContain(value);
  });

  it('says so where only its value was seen, and not where all variables were listed', async () => {
    vi.stubEnv('SEARCH_API_KEY', value);
    const seen = await record(async () => search({ key: `the key ${value}` }), null, { redactor });
    expect(seen.draws).toMatchObject([{ kind: 'environment', site: 'SEARCH_API_KEY', value: pseudonym }]);
    const listed = await record(async () => Object.keys({ ...process.env }).length > 0, null, { redactor });
    expect(listed.draws).toEqual([]);
  });

  it('replays where the variable is missing, and leaves the environment as it was', async () => {
    vi.stubEnv('SEARCH_API_KEY', value);
    const trunk = await record(agent, null, { redactor });
    vi.stubEnv('SEARCH_API_KEY', undefined);
    calls.length = 0;
    const [one, other] = await Promise.all([replay(traceFile(trunk), agent), replay(traceFile(trunk), agent)]);
    for (const { trace, stop } of [one, other]) {
      expect(stop).toBe(null);
      expect(trace.outcome).toEqual({ kind: 'returned', value: { hits: 3 } });
    }
    expect(calls).toEqual([]);
    expect('SEARCH_API_KEY' in process.env).toBe(false);
  });

  it('replays where the variable is another one, without the key', async () => {
    vi.stubEnv('SEARCH_API_KEY', value);
    const trunk = await record(agent, null, { redactor });
    vi.stubEnv('SEARCH_API_KEY', 'zZ9yY8xX7wW6vV5uU4tT3sS2');
    const { trace, stop } = await replay(traceFile(trunk), agent);
    expect(stop).toBe(null);
    expect(trace.outcome).toEqual({ kind: 'returned', value: { hits: 3 } });
    expect(process.env.SEARCH_API_KEY).toBe('zZ9yY8xX7wW6vV5uU4tT3sS2');
  });
});

describe('what is put back', () => {
  it('stays until the last of overlapping replays has ended', () => {
    const env: Record<string, string | undefined> = { A_TOKEN: 'mine' };
    const traces = [traceWith({ A_TOKEN: pseudonym, B_API_KEY: pseudonym }), traceWith({ A_TOKEN: `${pseudonym}x` })];
    const [one, other] = traces.map((trace) => giveBackEnvironment(trace, null, env));
    expect(env).toEqual({ A_TOKEN: `${pseudonym}x`, B_API_KEY: pseudonym });
    other?.();
    expect(env).toEqual({ A_TOKEN: pseudonym, B_API_KEY: pseudonym });
    one?.();
    one?.();
    expect(env).toEqual({ A_TOKEN: 'mine' });
  });

  it('leaves a variable whose value has that very pseudonym', () => {
    const env = { SEARCH_API_KEY: value };
    const undo = giveBackEnvironment(traceWith({ SEARCH_API_KEY: pseudonym }), redactor, env);
    expect(env).toEqual({ SEARCH_API_KEY: value });
    undo();
    expect(env).toEqual({ SEARCH_API_KEY: value });
  });

  it.each([
    ...['PATH', 'Path', 'NODE_OPTIONS', 'NODE_PATH', 'LD_PRELOAD', 'LD_SECRET', 'DYLD_INSERT_LIBRARIES', 'HTTPS_PROXY', 'GIT_SSH_COMMAND'],
    ...['npm_config_token', 'STEPFORK_KEY_FILE', 'STEPFORK_SECRET', 'SSH_AUTH_SOCK', 'GIT_PASSWORD', 'BASH_ENV', 'HOME', 'PWD', 'NODE_ENV'],
    ...[
      '',
      '__proto__',
      'a=b_TOKEN',
      'A TOKEN',
      'constructor',
      'X_TOKEN\u0000',
      'HARMLESS',
      'NODE_EXTRA_CA_CERTS',
      `${'A'.repeat(200)}_TOKEN`,
    ],
  ])('a hostile trace never sets %j', (name) => {
    const env: Record<string, string | undefined> = {};
    giveBackEnvironment(traceWith(Object.fromEntries([[name, pseudonym]])), null, env);
    expect(Object.keys(env)).toEqual([]);
  });

  it.each(['--require ./evil.js', '/bin', '', 'sk-live', 42, null, `${pseudonym}\u0000`, `${pseudonym}${'x'.repeat(20_000)}`])(
    'a hostile trace never sets a variable to %j',
    (hostile) => {
      const env: Record<string, string | undefined> = {};
      giveBackEnvironment(traceWith({ A_TOKEN: hostile }), null, env);
      expect(env).toEqual({});
    },
  );
});
