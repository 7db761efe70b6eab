/**
 * The reference of all commands, as Markdown, from oclif's manifest: what `--help` says, in one page.
 *
 * @param {{ commands: Record<string, object> }} manifest
 * @returns {string}
 */
export function renderReference(manifest) {
  const commands = Object.values(manifest.commands).sort((a, b) => a.id.localeCompare(b.id));
  return [
    '# Commands',
    '',
    '<!-- Generated from the commands themselves: pnpm --filter stepfork run docs -->',
    '',
    ...commands.map((command) => `- [\`stepfork ${command.id}\`](#stepfork-${command.id}): ${command.summary}`),
    '',
    exitCodes,
    ...commands.flatMap(section),
    'Back to [Stepfork](../README.md).',
    '',
  ].join('\n');
}

const exitCodes = `Every command takes \`--json\`, which prints the returned value on stdout as one JSON document and nothing else there, or of an error \`{ "error": { "code", "message", "hint" } }\`; human text beside the answer goes to stderr. \`stepfork autocomplete\` sets up tab completion.

| exit code | meaning |
|---|---|
| 0 | yes: pass, admitted, red-only, no problem, no difference; or the work is done |
| 1 | no: fail, cannot-fail, cannot-pass, differences found |
| 2 | asked wrongly, or a file is not what it says; nothing was run |
| 3 | could not execute: diverged, borrowed, opaque, unproven, or a refusal of ours |
| 4 | no conclusion: timed-out, not-deterministic, over-budget |
| 70 | an unexpected exception of ours |
`;

function section(command) {
  const args = Object.values(command.args ?? {});
  const flags = Object.values(command.flags ?? {}).filter((flag) => !flag.hidden && flag.name !== 'json');
  return [
    `## stepfork ${command.id}`,
    '',
    command.summary,
    ...(command.description ? ['', command.description] : []),
    '',
    '```text',
    `stepfork ${[command.id, ...args.map((arg) => (arg.required ? `<${arg.name}>` : `[${arg.name}]`)), ...(flags.length > 0 ? ['[flags]'] : [])].join(' ')}`,
    '```',
    '',
    ...(args.length > 0
      ? ['| argument | meaning |', '|---|---|', ...args.map((arg) => `| \`${arg.name}\` | ${cell(arg.description ?? '')} |`), '']
      : []),
    ...(flags.length > 0
      ? [
          '| flag | meaning |',
          '|---|---|',
          ...flags.map((flag) => `| ${flagNames(flag)} | ${cell(flag.summary ?? flag.description ?? '')} |`),
          '',
        ]
      : []),
    ...(command.examples?.length > 0
      ? ['```text', ...command.examples.map((line) => line.replaceAll('<%= config.bin %>', 'stepfork')), '```', '']
      : []),
  ];
}

function flagNames(flag) {
  const name = flag.type === 'boolean' && flag.allowNo ? `--[no-]${flag.name}` : `--${flag.name}`;
  const value = flag.type === 'option' ? ` ${flag.helpValue ?? '<value>'}` : '';
  return `${flag.char ? `\`-${flag.char}\`, ` : ''}\`${name}${value}\``.replaceAll('|', '\\|');
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}
