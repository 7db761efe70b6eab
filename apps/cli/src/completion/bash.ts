import type { CompletedCommand, CompletedFlag, Values } from './completed.ts';

/** A script for bash, from 3.2 on: whoever reads it in has the tab key. */
export function completeInBash(bin: string, commands: readonly CompletedCommand[]): string {
  const flags = [...new Map(commands.flatMap((command) => command.flags.map((flag) => [flag.name, flag]))).values()];
  return `# Tab completion of ${bin} for bash.
_${bin}_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}

_${bin}_traces() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -d -- "$cur"; for ending in sftrace sftrace.jsonl case.json; do compgen -f -X "!*.$ending" -- "$cur"; done))
}

_${bin}_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_${bin}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" at
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _${bin}_words '${[...commands.map(({ id }) => id), 'help'].join(' ')} --help --version'
    return
  fi
  # Behind -- stands the command of a program.
  for ((at = 2; at < COMP_CWORD; at++)); do
    if [[ \${COMP_WORDS[at]} == -- ]]; then
      if ((at == COMP_CWORD - 1)); then COMPREPLY=($(compgen -c -- "$cur")); else _${bin}_files; fi
      return
    fi
  done
  # --order=keyed comes in three words.
  if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  case $prev in
${valueCases(bin, flags)}
  esac
  case "\${COMP_WORDS[1]} $cur" in
    help\\ *) _${bin}_words '${commands.map(({ id }) => id).join(' ')}' ;;
${commands.map((command) => commandCases(bin, command)).join('\n')}
  esac
}

complete -F _${bin} ${bin}
`;
}

/** What stands behind a flag: one name has one meaning in all commands. */
function valueCases(bin: string, flags: readonly CompletedFlag[]): string {
  const byReply = new Map<string, string[]>();
  for (const { name, char, values } of flags) {
    if (values === null) continue;
    const reply = replyWith(bin, values);
    byReply.set(reply, [...(byReply.get(reply) ?? []), `--${name}`, ...(char === null ? [] : [`-${char}`])]);
  }
  return [...byReply].map(([reply, names]) => `    ${names.join(' | ')}) ${reply === '' ? '' : `${reply}; `}return ;;`).join('\n');
}

function commandCases(bin: string, { id, flags, args }: CompletedCommand): string {
  const first = args[0];
  return [
    `    ${id}\\ -*) _${bin}_words '${[...flags.map(({ name }) => `--${name}`), '--help'].join(' ')}' ;;`,
    ...(first === undefined ? [] : [`    ${id}\\ *) ${replyWith(bin, first.values)} ;;`]),
  ].join('\n');
}

function replyWith(bin: string, values: Values): string {
  switch (values.kind) {
    case 'words':
      return `_${bin}_words '${values.words.join(' ')}'`;
    case 'files':
      return `_${bin}_files`;
    case 'traces':
      return `_${bin}_traces`;
    case 'unknown':
      return '';
  }
}
