import type { CompletedCommand, CompletedFlag, Values } from './completed.ts';

/** A script for fish. */
export function completeInFish(bin: string, commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c ${bin} -n __fish_use_subcommand -a ${command.id} -d ${quoted(command.summary)}`,
    ...command.flags.map((flag) => `complete -c ${bin} -n '__fish_seen_subcommand_from ${command.id}' ${flagOptions(flag)}`),
    ...command.args
      .slice(0, 1)
      .map(({ values }) => `complete -c ${bin} -n '__fish_seen_subcommand_from ${command.id}' ${valueOptions(values)}`),
  ]);
  return [
    `# Tab completion of ${bin} for fish.`,
    `complete -c ${bin} -f`,
    ...lines,
    '# Behind -- stands the command of a program.',
    `complete -c ${bin} -n 'test (commandline -opc)[-1] = --' -a '(__fish_complete_command)'`,
    `complete -c ${bin} -n 'contains -- -- (commandline -opc)' -F`,
    '',
  ].join('\n');
}

function flagOptions({ name, char, summary, values }: CompletedFlag): string {
  const short = char === null ? '' : ` -s ${char}`;
  return `-l ${name}${short}${values === null ? '' : ` -r ${valueOptions(values)}`} -d ${quoted(summary)}`;
}

function valueOptions(values: Values): string {
  switch (values.kind) {
    case 'words':
      return `-f -a ${quoted(values.words.join(' '))}`;
    case 'files':
    case 'traces':
      return '-F';
    case 'unknown':
      return '-f';
  }
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
