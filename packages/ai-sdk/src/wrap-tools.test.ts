import { record } from '@stepfork/interceptor';
import { expect, test } from 'vitest';
import { wrapTools } from './wrap-tools.ts';

/** A tool as classes make them: with members that are not its own, and use what is private. */
class Refund {
  readonly description = 'Pays back.';
  readonly #currency = 'EUR';
  async execute({ cents }: { readonly cents: number }): Promise<string> {
    return `${cents} ${this.#currency}`;
  }
  toModelOutput(output: string): string {
    return `${output} of ${this.#currency}`;
  }
  get title(): string {
    return `Refund in ${this.#currency}`;
  }
}

test('what a class gives a tool stays with it', async () => {
  const { refund } = wrapTools({ refund: new Refund() });
  expect(refund).toBeInstanceOf(Refund);
  expect([refund.description, refund.title, refund.toModelOutput('5'), await refund.execute({ cents: 5 })]).toEqual([
    'Pays back.',
    'Refund in EUR',
    '5 of EUR',
    '5 EUR',
  ]);
  expect((await record(async () => refund.execute({ cents: 5 }), null)).steps).toHaveLength(1);
});

test('a tool that is wrapped twice is one call, and stays an effect', async () => {
  const { refund } = wrapTools(wrapTools({ refund: new Refund() }, { effects: ['refund'] }));
  const { steps } = await record(async () => refund.execute({ cents: 5 }), null);
  expect(steps.map(({ call, outcome }) => [call.name, call.effect, outcome])).toEqual([
    ['refund', true, { kind: 'returned', value: '5 EUR' }],
  ]);
});

test('a tool that answers bit by bit does so when it is wrapped twice', async () => {
  async function* execute(): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
  }
  const { list } = wrapTools(wrapTools({ list: { execute } }));
  const got: string[] = [];
  const { steps } = await record(async () => {
    for await (const piece of list.execute()) got.push(piece);
  }, null);
  expect([got, steps.length]).toEqual([['a', 'b'], 1]);
});
