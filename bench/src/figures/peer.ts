import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { median } from '../timing.ts';

/** What a peer is to do. */
export interface PeerOrder {
  /** Of the provider. */
  readonly url: string;
  /** What is asked in each. */
  readonly conversations: readonly (readonly string[])[];
  /** Where it keeps what it records. */
  readonly folder: string;
}

/** A recorder of `bench/peers` in a process of its own, so that what one puts in the place of `fetch` is in nobody else's way. */
export interface Peer {
  readonly name: string;
  order(order: PeerOrder): Promise<void>;
  /** Milliseconds, and how many characters were answered; or why it could not. */
  run(mode: 'record' | 'replay'): Promise<PeerRun>;
  stop(): void;
}

export type PeerRun = { readonly ms: number; readonly read: number } | { readonly error: string };

export function startPeer(name: string): Peer {
  const program = fileURLToPath(new URL('../../peers/run-peer.mjs', import.meta.url));
  const child = fork(program, [name], { execArgv: ['--expose-gc', '--no-warnings'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return {
    name,
    order: async (order) => {
      await told(child, order);
    },
    run: async (mode) => (await told(child, mode)) as PeerRun,
    stop: () => {
      child.kill();
    },
  };
}

/**
 * Median milliseconds of each peer, measured in turns so that a slow minute of the machine hits all. One round more is run and thrown away. A peer that could
 * not, or that did not get `read` characters, has the reason in place of a number.
 */
export async function pairedPeers(
  peers: readonly Peer[],
  mode: 'record' | 'replay',
  { rounds, read }: { readonly rounds: number; readonly read: number },
): Promise<ReadonlyMap<string, number | string>> {
  const times = new Map<string, number[]>(peers.map(({ name }) => [name, []]));
  const broken = new Map<string, string>();
  for (let round = -1; round < rounds; round += 1) {
    for (const peer of peers) {
      if (broken.has(peer.name)) continue;
      const ran = await peer.run(mode);
      if ('error' in ran) broken.set(peer.name, ran.error.split('\n')[0]?.slice(0, 80) ?? '');
      else if (ran.read !== read) broken.set(peer.name, `${ran.read} characters were answered in place of ${read}`);
      else if (round >= 0) times.get(peer.name)?.push(ran.ms);
    }
  }
  return new Map(peers.map(({ name }) => [name, broken.get(name) ?? median(times.get(name) ?? [])]));
}

async function told(child: ChildProcess, message: PeerOrder | string): Promise<unknown> {
  const over = new AbortController();
  child.send(message);
  try {
    const [answer] = await Promise.race([
      once(child, 'message', over),
      once(child, 'exit', over).then(([code]) => [{ error: `the process ended with ${code}` }]),
    ]);
    return answer;
  } finally {
    over.abort();
  }
}
