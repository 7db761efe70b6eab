import type { Strictness, UnnoticedChange } from '@stepfork/score';
import type { Style } from '../terminal/style.ts';
import { printable } from './printable.ts';

/** What a replay would not notice of a changed request, and why. */
export function renderStrictness({ asked, recorded, changes, unnoticed }: Strictness, style: Style): string {
  const noticed = `${changes - unnoticed.length} of ${changes} changes are noticed, in ${asked} of ${recorded} recorded requests`;
  if (asked === 0) return style.yellow('no recorded request is asked in this replay, so nothing can be said of it');
  if (unnoticed.length === 0) return noticed;
  return [noticed, '', style.bold('not noticed'), ...unnoticed.map((change) => line(change, style))].join('\n');
}

function line({ name, step, pointer, says, because, rule }: UnnoticedChange, style: Style): string {
  const what = printable(`${name} (step ${step})${pointer === '' ? '' : ` ${pointer}`}: ${says}`);
  switch (because) {
    case 'declared':
      return `  ${style.dim('ignored   ')}  ${what}  ${style.dim(printable(`by the rule ${rule}`))}`;
    case 'key-order':
      return `  ${style.dim('key order ')}  ${what}`;
    case 'undeclared':
      return `  ${style.red('undeclared')}  ${what}`;
  }
}
