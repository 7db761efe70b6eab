import { runInProcess, type Score, score } from '@stepfork/score';
import { triageTests, triageVersions } from '@stepfork/testkit';
import { type Figure, figure } from '../src/figure.ts';

const deserved = ['not-executable', 'not-executable', 'run-pinned', 'weak', 'claim-pinned', 'misses-the-bug', 'claim-pinned'] as const;

type Said = Pick<Score, 'verdict' | 'pins' | 'mutants' | 'pinnedTo'> & { readonly name: string };

/** The verdicts of the truth table. */
export async function tableFigures(): Promise<readonly Figure[]> {
  const said = await verdicts();
  const wrong = said.filter(({ verdict }, at) => verdict !== deserved[at]).map(({ name, verdict }) => `${name} is ${verdict}`);
  const texts = [JSON.stringify(said), JSON.stringify(await verdicts())];
  return [
    figure(
      'table: tests with another verdict than they deserve',
      wrong.length,
      0,
      wrong.join('; ') || said.map(({ verdict }) => verdict).join(', '),
    ),
    figure('same: two runs that say different things', texts[0] === texts[1] ? 0 : 1, 0, `${texts[0]?.length} characters of JSON`),
  ];
}

async function verdicts(): Promise<readonly Said[]> {
  const all: Said[] = [];
  for (const [name, test] of Object.entries(await triageTests())) {
    const run = runInProcess(test, { reference: triageVersions.fixed, buggy: triageVersions.buggy });
    const { verdict, pins, mutants, pinnedTo } = await score({ ...test, trunk: test.traces.trunk, hasBuggy: true }, run);
    all.push({ name, verdict, pins, mutants, pinnedTo });
  }
  return all;
}
