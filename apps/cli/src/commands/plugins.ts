import { packageManagerOf } from '@stepfork/export';
import { BaseCommand, type Reply } from '../base-command.ts';
import { exitCode } from '../exit-code.ts';
import { listPlugins } from '../plugins/list-plugins.ts';
import { renderHowToAdd, renderPlugins } from '../render/plugins.ts';

export default class Plugins extends BaseCommand {
  static override summary = 'List what extends Stepfork here: exporters and plugins, their versions, and where each comes from.';
  static override description = [
    'To add one, install it with your package manager, and name it in stepfork.config.ts: under `exporters` a package whose default export is an exporter, under `plugins` a plugin of oclif.',
    'One that is broken is listed with what is wrong with it.',
  ].join('\n');
  static override examples = ['<%= config.bin %> plugins', '<%= config.bin %> plugins --json'];

  protected async reply(): Promise<Reply> {
    await this.parse(Plugins);
    const list = await listPlugins(this.config, process.cwd());
    return {
      exit: exitCode.yes,
      value: list,
      text: (style) => renderPlugins(list, style),
      next: () => renderHowToAdd(packageManagerOf(process.cwd())),
    };
  }
}
