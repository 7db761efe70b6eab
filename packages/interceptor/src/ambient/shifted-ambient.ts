import type { Json } from '@stepfork/trace';
import { RunAmbient } from './run-ambient.ts';

/** The ambient of a run whose agent is told another day: readings of the calendar are shifted, all else is real and takes its time. */
export class ShiftedAmbient extends RunAmbient {
  readonly #shiftMs: number;

  constructor(options: ConstructorParameters<typeof RunAmbient>[0], shiftMs: number) {
    super(options);
    this.#shiftMs = shiftMs;
  }

  override draw(kind: Parameters<RunAmbient['draw']>[0], site: string, real: () => Json): Json {
    return super.draw(kind, site, kind === 'clock' ? () => Number(real()) + this.#shiftMs : real);
  }
}
