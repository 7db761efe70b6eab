import { basename } from 'node:path';
import { BaseCommand, type Reply } from '../base-command.ts';
import { completeInBash } from '../completion/bash.ts';
import { completedCommands } from '../completion/completed.ts';
import { completeInFish } from '../completion/fish.ts';
import { completeInZsh } from '../completion/zsh.ts';
import { listKnown } from '../errors/nearest.ts';
import { UsageError } from '../errors/usage-error.ts';
import { exitCode } from '../exit-code.ts';
import { Args } from '../oclif.ts';

const shells = {
  bash: {
    script: completeInBash,
    file: '~/.local/share/bash-completion/completions/stepfork',
    line: 'eval "$(stepfork completion bash)"',
    rc: '~/.bashrc',
  },
  zsh: {
    script: completeInZsh,
    file: 'a file _stepfork in a folder of $fpath',
    line: 'eval "$(stepfork completion zsh)"',
    rc: '~/.zshrc, below compinit',
  },
  fish: {
    script: completeInFish,
    file: '~/.config/fish/completions/stepfork.fish',
    line: 'stepfork completion fish | source',
    rc: '~/.config/fish/config.fish',
  },
};
const known = Object.keys(shells);

export default class Completion extends BaseCommand {
  static override summary = 'Print a script that completes commands, flags, their values and the names of trace files with the tab key.';
  static override examples = [
    '<%= config.bin %> completion bash > ~/.local/share/bash-completion/completions/stepfork',
    'eval "$(<%= config.bin %> completion zsh)"',
    '<%= config.bin %> completion fish > ~/.config/fish/completions/stepfork.fish',
  ];
  static override args = {
    shell: Args.string({ description: 'bash|zsh|fish (default: your shell).' }),
  };

  protected async reply(): Promise<Reply> {
    const { args } = await this.parse(Completion);
    const name = args.shell ?? basename(process.env.SHELL ?? '');
    if (!Object.hasOwn(shells, name))
      throw new UsageError(name === '' ? 'No shell is named.' : `There is no completion for ${name}.`, listKnown(name, known, 'shells'));
    const { script, file, line, rc } = shells[name as keyof typeof shells];
    const text = script(this.config.bin, completedCommands(this.config.commands));
    return {
      exit: exitCode.yes,
      value: { shell: name, script: text },
      text: () => text.trimEnd(),
      next: () => `Next: write it to ${file}, or put the line \`${line}\` into ${rc}.`,
    };
  }
}
