import type { Outcome } from '@stepfork/trace';
import type { Style } from '../terminal/style.ts';
import { showError, showJson } from './show-json.ts';

/** What came back, on one line. */
export function renderOutcome(outcome: Outcome, style: Style, width?: number): string {
  switch (outcome.kind) {
    case 'returned':
      return showJson(outcome.value, width);
    case 'threw':
      return style.red(`threw ${showError(outcome.error)}`.slice(0, width));
    case 'interrupted':
      return style.yellow('interrupted');
    case 'streamed': {
      const chunks = `${outcome.chunks.length} ${outcome.chunks.length === 1 ? 'chunk' : 'chunks'}`;
      switch (outcome.end.kind) {
        case 'done':
          return outcome.end.value === undefined
            ? `streamed ${chunks}`
            : `streamed ${chunks}, then returned ${showJson(outcome.end.value, width)}`.slice(0, width);
        case 'cancelled':
          return style.yellow(`streamed ${chunks}, then left by the agent`);
        case 'interrupted':
          return style.yellow(`streamed ${chunks}, then interrupted`);
        case 'threw':
          return style.red(`streamed ${chunks}, then threw ${showError(outcome.end.error)}`.slice(0, width));
      }
    }
  }
}
