import { Socket } from 'node:net';
import { currentRun, socketHost } from '@stepfork/interceptor';
import { noteUnrecorded } from './unrecorded.ts';

/** Takes note of where the agent connects to by itself: by HTTP/2, to a database. What the bodies of calls open belongs to these. */
export function watchSockets(): void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function watched(this: Socket, ...args: unknown[]): Socket {
    if (currentRun()?.inside === null) noteUnrecorded(socketHost(args), 'socket');
    return Reflect.apply(connect, this, args) as Socket;
  } as typeof connect;
}
