// Loaded by Node before anything else (`--import`): one line in the file that NETWORK_LOG names for each socket and each request of this process.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

// A request of `http.request` is no sign: its client stays Node's own in a replay, with a socket that goes nowhere.
for (const channel of ['net.client.socket', 'undici:request:create']) {
  subscribe(channel, () => appendFileSync(process.env.NETWORK_LOG, `${channel}\n`));
}
