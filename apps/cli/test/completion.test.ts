import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Project, project } from './support/project.ts';
import { hasTerminals, onTerminal } from './support/terminal.ts';

/** What is typed before the tab key, and how the line goes on then. */
const typed: readonly (readonly [string, string])[] = [
  ['stepfork repl', 'ay '],
  ['stepfork replay --or', 'der '],
  ['stepfork replay traces/refund.sftrace --or', 'der '],
  ['stepfork replay --json traces/refund.sftrace --order k', 'eyed '],
  ['stepfork init --to node', '-test '],
  ['stepfork inspect traces/re', 'fund.sftrace '],
  ['stepfork replay traces/x', '.case.json '],
  ['stepfork record --no', '-redact '],
  ['stepfork record --agent ./tra', 'ces/'],
  ['stepfork record --input tick', 'et.json '],
  ['stepfork record --as-of traces/re', 'fund.sftrace '],
  ['stepfork record -o x.sftrace -- cat tick', 'et.json '],
  ['stepfork replay traces/refund.sftrace -- mktem', 'p '],
  ['stepfork completion zs', 'h '],
];

async function folder(shell: string): Promise<Project> {
  const here = project();
  for (const name of ['traces/refund.sftrace', 'traces/readme.md', 'traces/x.case.json', 'traces/x.md', 'ticket.json'])
    here.write(name, '');
  mkdirSync(here.path('home'));
  const { code, stdout } = await here.stepfork(['completion', shell]);
  expect(code).toBe(0);
  here.write(`stepfork.${shell}`, stdout);
  return here;
}

/** What stands on the lines of a shell when each has been typed with the tab key, emptied again, and the shell left. */
function lines(here: Project, shell: readonly string[]): string {
  const prompt = 'ready> ';
  // Ctrl-U empties the line. The next one is typed when the tab key has done its work.
  const steps = typed.map(([line], at): [string, string] => [
    at === 0 ? prompt : (typed[at - 1]?.[1] ?? ''),
    `${at === 0 ? '' : '\u0015'}${line}\t`,
  ]);
  const [command = '', ...args] = [...onTerminal(...steps, [typed.at(-1)?.[1] ?? '', '\u0015exit\n']), ...shell];
  const env = { ...process.env, TERM: 'dumb', COLUMNS: '200', HOME: here.path('home'), ZDOTDIR: here.folder, SHELL: undefined };
  return spawnSync(command, args, { cwd: here.folder, env, encoding: 'utf8', timeout: 50_000 }).stdout;
}

const shells: readonly (readonly [string, readonly string[], (here: Project) => void])[] = [
  [
    'bash',
    ['bash', '--noprofile', '--rcfile', 'rc', '-i'],
    (here) => here.write('rc', "bind 'set enable-bracketed-paste off'; PS1='ready> '; source ./stepfork.bash"),
  ],
  [
    'zsh',
    ['zsh', '-d', '-i'],
    (here) =>
      here.write(
        '.zshrc',
        "unsetopt zle_bracketed_paste 2>/dev/null; autoload -U compinit; compinit -u -D; source ./stepfork.zsh; PS1='ready> '",
      ),
  ],
];

describe.each(shells)('the tab key in %s', (shell, command, prepare) => {
  const isHere = hasTerminals && spawnSync(shell, ['-c', 'true']).status === 0;
  it.skipIf(!isHere)('completes commands, flags behind an argument, closed lists, trace files, and the command of a program', async () => {
    const here = await folder(shell);
    prepare(here);
    const shown = lines(here, command);
    for (const [line, rest] of typed) expect(shown).toContain(`${line}${rest}`);
  });
});

const hasFish = spawnSync('fish', ['-c', 'true']).status === 0;
it.skipIf(!hasFish)('fish completes the same', async () => {
  const here = await folder('fish');
  const asked = typed.map(([line]) => `complete -C '${line}'; echo DONE`).join('; ');
  const { stdout } = spawnSync('fish', ['-c', `source stepfork.fish; ${asked}`], {
    cwd: here.folder,
    encoding: 'utf8',
    env: { ...process.env, HOME: here.path('home'), XDG_CONFIG_HOME: here.path('home') },
  });
  const offered = stdout.split(/^DONE\n/m);
  for (const [at, [line, rest]] of typed.entries()) {
    const word = `${line.split(' ').at(-1)}${rest.trimEnd()}`;
    expect(offered[at]?.split('\n').map((one) => one.split('\t')[0])).toContain(word);
  }
});

it('takes the shell of the person, says where the script goes, and knows which shells there are', async () => {
  const here = project();
  const own = await here.stepfork(['completion'], { env: { SHELL: '/usr/bin/fish' } });
  expect(own).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('complete -c stepfork'),
    stderr: expect.stringContaining('config/fish'),
  });
  const json = await here.stepfork(['completion', 'zsh', '--json']);
  expect(JSON.parse(json.stdout)).toEqual({ shell: 'zsh', script: expect.stringMatching(/^#compdef stepfork\n/) });
  const other = await here.stepfork(['completion'], { env: { SHELL: '/bin/tcsh' } });
  expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/no completion for tcsh.*\n.*bash, zsh, fish/) });
});
