/** Something that a run of the agent left behind in its process. */
export interface Leak {
  readonly kind: /** A timer, socket, server, child process or file that keeps the process alive. */
    | 'handle'
    | 'global'
    | 'environment'
    | 'directory'
    /** On `process`. */
    | 'listener'
    /** A part of a built-in: `Array.prototype.map`, `fs.readFileSync`. */
    | 'built-in'
    /** The agent itself: its run was given up, and it may still go on. */
    | 'agent'
    /** The agent's own modules could not be loaded anew, so that their state stayed. */
    | 'modules';
  readonly name: string;
  readonly change: 'added' | 'changed' | 'removed';
}
