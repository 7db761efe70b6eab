import type { CompletedCommand, CompletedFlag, Values } from './completed.ts';

/** A script for zsh: as a file `_stepfork` in a folder of \`fpath\`, or read in. */
export function completeInZsh(bin: string, commands: readonly CompletedCommand[]): string {
  return `#compdef ${bin}
# Tab completion of ${bin} for zsh.
_${bin}() {
  local curcontext="$curcontext" state
  # Not "commands", which is zsh's own.
  local -a known
  known=(
${commands.map(({ id, summary }) => `    ${quoted(`${id}:${summary}`)}`).join('\n')}
  )
  _arguments -C '1: :->command' '*:: :->arguments'
  case $state in
    command) _describe command known ;;
    arguments)
      # Behind -- stands the command of a program.
      local -i end=\${words[(i)--]}
      if (( end < CURRENT )); then
        words=("\${(@)words[end + 1, -1]}")
        (( CURRENT -= end ))
        _normal
        return
      fi
      case $words[1] in
        help) _describe command known ;;
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _${bin} "$@"; else compdef _${bin} ${bin}; fi
`;
}

function commandCase({ id, args, flags }: CompletedCommand): string {
  const specs = [
    ...flags.map(flagSpec),
    "'--help[Show help.]'",
    ...args.map(({ name, values }, at) => quoted(`${at + 1}:${name}:${action(values)}`)),
  ];
  return `        ${id}) _arguments -S ${specs.join(' ')} ;;`;
}

function flagSpec({ name, char, summary, values, repeats }: CompletedFlag): string {
  const names = [...(char === null ? [] : [`-${char}`]), `--${name}`];
  const excludes = repeats ? '*' : `(${names.join(' ')})`;
  const about = `[${summary.replace(/[\\[\]:]/g, '\\$&')}]${values === null ? '' : `:${name}:${action(values)}`}`;
  return names.length === 1 ? quoted(`${excludes}${names[0]}${about}`) : `${quoted(excludes)}{${names.join(',')}}${quoted(about)}`;
}

function action(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `(${values.words.join(' ')})`;
    case 'files':
      return '_files';
    case 'traces':
      return '_files -g "*.(sftrace|sftrace.jsonl|case.json)"';
    case 'unknown':
      return ' ';
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
