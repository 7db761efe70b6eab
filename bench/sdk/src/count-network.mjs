// Loaded by Node before anything else (`--import`): one line in the file that NETWORK_LOG names for each socket and each request of this process.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

for (const channel of ['net.client.socket', 'undici:request:create', 'http.client.request.start']) {
  subscribe(channel, () => appendFileSync(process.env.NETWORK_LOG, `${channel}\n`));
}
