import { StepforkError } from '../errors.ts';

/** A tagged value that is not what its tag says. */
export class ValueError extends StepforkError {
  static override readonly name = 'ValueError';
  /** The tag, or what stands in its place. */
  readonly tag: string;

  constructor(tag: string, what: string, cause?: unknown) {
    super('STEPFORK_VALUE', `a value tagged "${tag}" ${what}`, {
      hint: 'Check the file with `stepfork validate`; it was written by another program or edited by hand.',
      ...(cause !== undefined && { cause }),
    });
    this.tag = tag;
  }
}
