import type { Minimization, Refusal } from '@stepfork/minimize';
import type { Reply } from '../base-command.ts';
import { type ExitCode, exitCode, exitCodeOfStop } from '../exit-code.ts';
import { renderMinimized, renderNextAfterMinimize, renderRefusal } from '../render/minimized.ts';
import type { AskedMinimize } from './asked-minimize.ts';

export function replyToMinimize(result: Minimization, asked: AskedMinimize): Reply {
  if (result.kind === 'refused') {
    return {
      exit: exitCodeOfRefusal(result.refusal),
      value: { ...result, kind: 'not-reducible', file: asked.trace },
      text: (style) => renderRefusal(result, style),
      next: (style) => renderNextAfterMinimize(result, asked, style),
    };
  }
  const { trace: _, forks, ...report } = result;
  return {
    exit: result.proven ? exitCode.yes : exitCode.noConclusion,
    value: { ...report, file: asked.written ?? asked.trace, forks: forks.length },
    text: (style) => renderMinimized(result, asked, style),
    next: (style) => renderNextAfterMinimize(result, asked, style),
  };
}

function exitCodeOfRefusal(refusal: Refusal): ExitCode {
  switch (refusal.kind) {
    case 'no-failure':
    case 'not-reproduced':
    case 'fixed-fails':
      return exitCode.no;
    case 'not-deterministic':
      return exitCode.noConclusion;
    case 'ended-early':
      return exitCode.noConclusion;
    case 'cannot-execute':
      return refusal.stop === null ? exitCode.cannotExecute : exitCodeOfStop(refusal.stop);
  }
}
