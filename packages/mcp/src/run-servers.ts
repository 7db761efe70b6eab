/** The servers that one run speaks to: how each is called, and which of them have which tools. */
export class RunServers {
  readonly #open = new Set<string>();
  readonly #offering = new Map<string, Set<string>>();

  /** A name that no other open connection of this run has: `files`, `files#2`. */
  claim(label: string): string {
    let name = label;
    for (let count = 2; this.#open.has(name); count += 1) name = `${label}#${count}`;
    this.#open.add(name);
    return name;
  }

  /** The connection is closed; the next one to that server gets its name. */
  release(name: string): void {
    this.#open.delete(name);
  }

  /** The server has this tool. */
  offers(server: string, tool: string): void {
    const offering = this.#offering.get(tool) ?? new Set();
    this.#offering.set(tool, offering.add(server));
  }

  /** What policies and claims call the tool: its own name, and that of its server before it where a second one has it too. */
  toolName(server: string, tool: string): string {
    return (this.#offering.get(tool)?.size ?? 0) > 1 ? `${server}/${tool}` : tool;
  }
}

const byRun = new WeakMap<object, RunServers>();

/** @param run the `id` of the current run */
export function serversOf(run: object): RunServers {
  const found = byRun.get(run) ?? new RunServers();
  byRun.set(run, found);
  return found;
}
