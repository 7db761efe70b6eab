// Loaded by Node before anything else (`--import`): one line in the file that NETWORK_LOG names for each socket and each request of this process.
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

// A request of `http.request` is no sign: its client stays Node's own in a replay, with a socket that goes nowhere.
subscribe('undici:request:create', () => note('undici:request:create'));
subscribe('net.client.socket', ({ socket }) => {
  const { connect } = socket;
  socket.connect = (...args) => {
    socket.connect = connect;
    // A path is a pipe on this machine, as tsx looks for one; an agent of `http` gives `null`.
    if (typeof [args[0]].flat()[0]?.path !== 'string') note('net.client.socket');
    return connect.apply(socket, args);
  };
});

function note(channel) {
  appendFileSync(process.env.NETWORK_LOG, `${channel}\n`);
}
