import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, figure } from '../figure.ts';
import { wordsFrom } from '../words.ts';
import { startChatProvider } from './chat-provider.ts';
import { firstByteFigure } from './first-byte.ts';
import { httpFramesFigure } from './http-frames.ts';
import { type Peer, pairedPeers, startPeer } from './peer.ts';

const CONVERSATIONS = 20;
const TURNS = 30;
const CALLS = CONVERSATIONS * TURNS;
const ANSWER = 1000;
const peerNames = ['undici', 'nock', 'polly', 'aimock'];

/**
 * 600 chat calls of the SDK of OpenAI over loopback, each with the whole conversation before it: recorded into a file, replayed from it, by us and by
 * other recorders in turns, each in a process of its own.
 */
export async function httpFigures(): Promise<readonly Figure[]> {
  const words = wordsFrom(13);
  const conversations = Array.from({ length: CONVERSATIONS }, () => Array.from({ length: TURNS }, () => words(1450)));
  const answers = Array.from({ length: CALLS }, () => words(ANSWER));
  const provider = await startChatProvider(answers);
  const slow = await startChatProvider(answers, 20);
  const folder = mkdtempSync(join(tmpdir(), 'stepfork-bench-http-'));
  const [plain, own, memory, ...others] = ['undisturbed', 'stepfork', 'memory', ...peerNames].map(startPeer) as [
    Peer,
    Peer,
    Peer,
    ...Peer[],
  ];
  const all = [plain, own, ...others];
  const expected = { rounds: 5, read: CALLS * ANSWER };
  const order = (url: string, peers: readonly Peer[]): Promise<unknown> =>
    Promise.all(peers.map((peer) => peer.order({ url, conversations, folder: join(folder, peer.name) })));
  try {
    await order(slow.url, [plain, own]);
    const late = await pairedPeers([plain, own], 'record', expected);
    await order(provider.url, [...all, memory]);
    const recorded = await pairedPeers(all, 'record', expected);
    const size = statSync(join(folder, own.name, 'run.sftrace')).size;
    const framed = await httpFramesFigure(provider.url, conversations);
    const firstByte = await firstByteFigure(provider.url);
    await memory.run('record');
    await provider.stop();
    const replayed = await pairedPeers([own, memory, ...others], 'replay', expected);

    const ms = numberOf(replayed, own);
    const alone = `the SDK alone ${perSecond(numberOf(replayed, memory))}`;
    const [fastest, fastestMs] = others
      .flatMap(({ name }): [string, number][] => (typeof replayed.get(name) === 'number' ? [[name, replayed.get(name) as number]] : []))
      .reduce((best, next) => (next[1] < best[1] ? next : best), ['no peer', Number.POSITIVE_INFINITY]);
    return [
      ratio('http-record', recorded, 1.4, others),
      ratio('http-record-20ms', late, 1.03, []),
      figure(
        'http-replay-ms',
        ms / CALLS,
        0.667,
        `${perSecond(ms)}, ${alone}; ${others.map((peer) => shown(peer, replayed, perSecond)).join(', ')}`,
      ),
      figure('http-replay-peer', ms / fastestMs, 1, `${perSecond(ms)}, the fastest peer, ${fastest}, ${perSecond(fastestMs)}`),
      firstByte,
      figure('http-store-mb', size / 1e6, 3, `${(size / 1e6).toFixed(2)} MB, full requests and JSON answers`),
      framed,
    ];

    function ratio(name: string, times: ReadonlyMap<string, number | string>, bar: number, peers: readonly Peer[]): Figure {
      const [undisturbed, ours] = [numberOf(times, plain), numberOf(times, own)];
      const beside = peers.map((peer) => shown(peer, times, (taken) => `${(taken / undisturbed).toFixed(2)}×`));
      return figure(
        name,
        ours / undisturbed,
        bar,
        [
          `${seconds(ours)} for ${CALLS} calls, undisturbed ${seconds(undisturbed)}`,
          ...(beside.length > 0 ? [beside.join(', ')] : []),
        ].join('; '),
      );
    }
  } finally {
    for (const peer of [...all, memory]) peer.stop();
    await Promise.all([provider.stop(), slow.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function numberOf(times: ReadonlyMap<string, number | string>, { name }: Peer): number {
  const taken = times.get(name);
  if (typeof taken !== 'number') throw new Error(`${name} failed, nothing was measured: ${taken}`);
  return taken;
}

function shown({ name }: Peer, times: ReadonlyMap<string, number | string>, render: (ms: number) => string): string {
  const taken = times.get(name);
  return typeof taken === 'number' ? `${name} ${render(taken)}` : `${name} could not (${taken})`;
}

function perSecond(ms: number): string {
  return `${Math.round((CALLS / ms) * 1000).toLocaleString('en')} calls/s`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
