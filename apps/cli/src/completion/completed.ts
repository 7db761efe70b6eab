import type { Command } from '@oclif/core/command';

/** What can stand at a place of a command line: a word of a closed list, a file, a trace or case file, or what nobody but the person knows. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' }
  | { readonly kind: 'traces' }
  | { readonly kind: 'unknown' };

export interface CompletedFlag {
  readonly name: string;
  readonly char: string | null;
  readonly summary: string;
  /** `null`: a switch. */
  readonly values: Values | null;
  readonly repeats: boolean;
}

export interface CompletedCommand {
  readonly id: string;
  readonly summary: string;
  readonly args: readonly { readonly name: string; readonly values: Values }[];
  readonly flags: readonly CompletedFlag[];
}

/** The commands as they are completed. What a value is stands in its help: `<keyed|recorded>` is a closed list, `<file|json>` may be a file. */
export function completedCommands(commands: readonly Command.Loadable[]): readonly CompletedCommand[] {
  return commands
    .filter(({ hidden }) => hidden !== true)
    .map(({ id, summary = '', args, flags }) => ({
      id,
      summary,
      args: Object.values(args).map(({ name, description }) => ({ name, values: valuesOfArg(description ?? '') })),
      flags: Object.values(flags).flatMap(completedFlags),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

type Flag = Command.Flag.Cached;

const traces: Values = { kind: 'traces' };

function words(list: readonly string[]): Values {
  return { kind: 'words', words: list };
}

/** `--redact` is there as `--no-redact`, too. */
function completedFlags(flag: Flag): readonly CompletedFlag[] {
  const { name, char = null, summary = '' } = flag;
  const isSwitch = flag.type === 'boolean';
  const repeats = flag.type === 'option' && flag.multiple === true;
  const own = { name, char, summary, values: isSwitch ? null : valuesOf([flag.helpValue ?? ''].flat().join('|')), repeats };
  return isSwitch && flag.allowNo === true ? [own, { ...own, name: `no-${name}`, char: null }] : [own];
}

/** All other arguments are trace or case files. */
function valuesOfArg(description: string): Values {
  const list = /\w+(?:\|\w+)+/.exec(description)?.[0];
  return list === undefined ? traces : words(list.split('|'));
}

function valuesOf(helpValue: string): Values {
  const alternatives = helpValue.replace(/^<|>$/g, '').split('|');
  if (/\btrace\b/.test(helpValue)) return traces;
  if (/\b(?:file|path|folder)\b/.test(helpValue)) return { kind: 'files' };
  return alternatives.length > 1 ? words(alternatives.filter((one) => /^[\w-]+$/.test(one))) : { kind: 'unknown' };
}
