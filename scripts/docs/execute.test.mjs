import { describe, expect, it } from 'vitest';
import { executePage, prints } from './execute.mjs';
import { parsePage } from './pages.mjs';

const page = (...lines) => parsePage('docs/toy.md', lines.join('\n'));

describe('the blocks of a page', () => {
  it('are executed in order in one folder', async () => {
    const result = await executePage(
      page(
        '```ts file=src/add.ts',
        'export const add = (a: number, b: number): number => a + b;',
        '```',
        '```ts',
        "import { add } from './src/add.ts';",
        'if (add(1, 2) !== 3) throw new Error();',
        '```',
        '```sh',
        '$ cat src/add.ts | wc -l',
        '1',
        '$ exit 3  # exit 3',
        '```',
      ),
    );
    expect(result).toEqual({ passed: 3, problems: [] });
  });

  it.each([
    ['a module that throws', ['```ts', "throw new Error('no');", '```'], /ended with 1/],
    ['a name that is not published', ['```ts', "import '@stepfork/testkit';", '```'], /ended with 1/],
    ['another exit code', ['```sh', '$ exit 1', '```'], /ended with 1, the page says 0/],
    ['other output', ['```sh', '$ echo one', 'two', '```'], /prints something else/],
    ['output that goes on', ['```sh', '$ echo one; echo two', 'one', '```'], /prints something else/],
    ['a line before the first command', ['```sh', 'echo one', '```'], /no command/],
    ['a language that is not executed', ['```python', 'print(1)', '```'], /not executed/],
    ['a fence without a language', ['```', 'x', '```'], /not executed/],
    ['JSON that is none', ['```json', '{', '```'], /not JSON/],
    ['a file outside the folder', ['```ts file=../x.ts', '', '```'], /outside/],
  ])('are refused for %s', async (_name, lines, problem) => {
    const { passed, problems } = await executePage(page(...lines));
    expect(passed).toBe(0);
    expect(problems.join()).toMatch(problem);
  });

  it('are counted with the line that they start at', async () => {
    const { problems } = await executePage(page('# Title', '', '```json', '{', '```'));
    expect(problems[0]).toMatch(/^docs\/toy\.md:3: /);
  });
});

describe('what a page shows of an output', () => {
  it.each([
    ['a\nb\n', ['a', 'b'], true],
    ['a\nb\n', ['a'], false],
    ['a\nb\nc\n', ['a', '…'], true],
    ['a\nb\nc\n', ['…', 'c'], true],
    ['took 12 ms\n', ['took … ms'], true],
    ['took 12 s\n', ['took … ms'], false],
    ['a.c\n', ['abc'], false],
  ])('%j shown as %j: %s', (output, expected, same) => {
    expect(prints(output, expected)).toBe(same);
  });
});
