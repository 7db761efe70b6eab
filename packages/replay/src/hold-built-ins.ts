import { installAmbient } from '@stepfork/interceptor';

/**
 * Leaves what tells time and brings chance under control between replays, too, until the function that it returns is called. Outside of a replay it
 * does what it did. For who makes many replays one after the other: to put it in place and take it back is a third of a small one.
 */
export function holdBuiltIns(): () => void {
  return installAmbient();
}
