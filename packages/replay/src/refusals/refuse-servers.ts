import { ChildProcess } from 'node:child_process';
import { basename } from 'node:path';
import { ServerError } from '../errors/server-error.ts';
import { RefusingPatch, stackAbove } from './refusing-patch.ts';

/** A process that a replayed agent would have started. */
export interface RefusedServer {
  /** The program, without its folder. */
  readonly command: string;
  /** Where in the agent's code, innermost first. */
  readonly stack: readonly string[];
}

/** Whether it must not be started. */
type Refuse = (server: RefusedServer) => boolean;

const servers = new RefusingPatch<Refuse>(patchSpawn);

/**
 * What `refuse` says so of the agent of a replay with these guards does not start, and gets an error. Bodies that run for real are free. The returned
 * function ends it.
 */
export function refuseServers(guards: Map<object, unknown>, refuse: Refuse): () => void {
  return servers.ofReplay(guards, refuse);
}

/** Keeps the guard in its place, where it lets all pass that belongs to no replay, until the returned function is called. */
export function holdServers(): () => void {
  return servers.hold();
}

/** Of a process that the agent talks to: who only waits for its end (`spawnSync`) starts no server. */
function patchSpawn(): () => void {
  const prototype = ChildProcess.prototype as unknown as { spawn: (options: { readonly file: string }) => unknown };
  const real = prototype.spawn;
  const spawn = function spawn(this: ChildProcess, options: { readonly file: string }): unknown {
    const command = basename(options.file);
    if (servers.refuse?.({ command, stack: stackAbove(spawn) }) === true) throw new ServerError(command);
    return Reflect.apply(real, this, [options]);
  };
  prototype.spawn = spawn;
  return () => {
    if (prototype.spawn === spawn) prototype.spawn = real;
  };
}
