import { installAmbient } from '@stepfork/interceptor';
import { forgiveRefusals } from '../ambient/ambient-defaults.ts';
import { recogniseErrors } from '../answers/recognised-errors.ts';
import { holdServers } from './refuse-servers.ts';
import { holdSockets } from './refuse-sockets.ts';

/**
 * Leaves all that a replay puts in the place of built-ins there between replays, too, until the function that it returns is called. Outside of a
 * replay they do what they did. For who makes many replays one after the other: to put it in place and take it back is a third of a small one.
 */
export function holdBuiltIns(): () => void {
  const release = [installAmbient(), recogniseErrors(), forgiveRefusals(), holdSockets(), holdServers()];
  return () => {
    for (const undo of release.splice(0)) undo();
  };
}
