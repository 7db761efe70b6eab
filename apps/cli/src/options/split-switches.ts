/** A flag of a command, as far as it matters here. */
interface KnownFlag {
  readonly type: 'boolean' | 'option';
  readonly char?: string | undefined;
}

/**
 * Takes the switches that a command does not know out of what was typed: they may be those of an exporter, which is not loaded yet.
 *
 * @returns the names of the switches, without their hyphens, and the other words
 */
export function splitSwitches(
  argv: readonly string[],
  flags: Readonly<Record<string, KnownFlag>>,
): { readonly own: string[]; readonly switches: readonly string[] } {
  const own: string[] = [];
  const switches: string[] = [];
  const takesValue = (word: string): boolean =>
    Object.entries(flags).some(([name, { type, char }]) => type === 'option' && (word === `--${name}` || word === `-${char}`));
  let isValue = false;
  for (const word of argv) {
    const name = /^--([a-z0-9]+(?:-[a-z0-9]+)*)$/.exec(word)?.[1];
    if (!isValue && name !== undefined && !common.has(name) && !Object.hasOwn(flags, name)) switches.push(name);
    else own.push(word);
    isValue = !isValue && takesValue(word);
  }
  return { own, switches };
}

/** What oclif knows of every command. */
const common: ReadonlySet<string> = new Set(['help', 'json']);
