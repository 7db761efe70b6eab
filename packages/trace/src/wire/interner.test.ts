import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import { Interner } from './interner.ts';
import { ValueTable } from './value-table.ts';

function stored(...values: readonly Json[]): {
  readonly wires: readonly Json[];
  readonly table: ValueTable;
  readonly added: readonly Json[];
} {
  const table = new ValueTable();
  const interner = new Interner(table);
  const wires = values.map((value) => interner.intern(value));
  expect(wires.map((wire) => table.resolve(wire))).toEqual(values);
  return { wires, table, added: Array.from({ length: table.size }, (_, n) => table.wireAt(n)) };
}

const long = (text: string): string => text.repeat(200);

describe('interning', () => {
  it('repeats what is small', () => {
    expect(stored({ a: [1, 'x', null] }, { a: [1, 'x', null] }).added).toEqual([]);
  });

  it('stores equal texts and equal objects once, whatever object they are', () => {
    const value = { id: 1, text: long('x'), note: 'n'.repeat(100), memo: 'm'.repeat(100), more: { a: long('b') } };
    const { wires, added } = stored(value, structuredClone(value), [value, structuredClone(value)]);
    expect(wires[1]).toEqual(wires[0]);
    expect(added).toHaveLength(3);
  });

  it('keeps objects apart that differ in the order of their keys', () => {
    const { wires } = stored({ a: long('x'), ['b'.repeat(250)]: 1 }, { ['b'.repeat(100)]: 1, a: long('x') });
    expect(wires[0]).not.toEqual(wires[1]);
  });

  it('stores a history that is sent again as a reference and what is new', () => {
    const messages = Array.from({ length: 6 }, (_, i) => ({ role: 'user', content: long(`${i} `) }));
    const { added, wires } = stored(messages.slice(0, 4), messages.slice(0, 5), messages);
    expect(wires).toEqual([
      { $: 'ref', of: 4 },
      { $: 'ref', of: 6 },
      { $: 'ref', of: 8 },
    ]);
    expect(added[6]).toEqual({ $: 'ref', of: 4, rest: [{ role: 'user', content: { $: 'ref', of: 5 } }] });
    expect(added[8]).toEqual({ $: 'ref', of: 6, rest: [{ role: 'user', content: { $: 'ref', of: 7 } }] });
  });

  it('shares a beginning also where the end was exchanged, and a beginning alone', () => {
    const messages = Array.from({ length: 6 }, (_, i) => ({ role: 'user', content: `a short message, number ${i}` }));
    const { added, wires } = stored(messages, [...messages.slice(0, 5), 'other'], messages.slice(0, 3), messages);
    expect(added[1]).toEqual({ $: 'ref', of: 0, first: 5, rest: ['other'] });
    expect(wires[2]).toEqual({ $: 'ref', of: 0, first: 3 });
    expect(wires[3]).toEqual({ $: 'ref', of: 0 });
  });

  it('stores a prompt that grows as its earlier text and the rest', () => {
    const first = `${long('Thought: 🙂 ')}end`;
    const { added } = stored(first, `${first} more`, `${first} more and more`, `${first} else`, first);
    expect(added).toEqual([
      first,
      { $: 'ref', of: 0, rest: ' more' },
      { $: 'ref', of: 1, rest: ' and more' },
      { $: 'ref', of: 2, first: first.length + 1, rest: 'else' },
    ]);
  });

  it('never cuts a pair of surrogates', () => {
    const { added } = stored(`${'a'.repeat(600)}🙂`, `${'a'.repeat(600)}🙃`);
    expect(added[1]).toEqual({ $: 'ref', of: 0, first: 600, rest: '🙃' });
  });

  it('prompts of two conversations that grow side by side are stored once each', () => {
    const system = long('You are an agent. ');
    let [one, two] = [`${system}one `, `${system}two `];
    const prompts: string[] = [];
    for (let turn = 0; turn < 50; turn++) {
      one += `first ${turn} `;
      two += `second ${turn} `;
      prompts.push(one, two);
    }
    const { added } = stored(...prompts);
    expect(JSON.stringify(added).length).toBeLessThan(2 * system.length + 100 * 60);
  });

  it('a fork finds what the trunk stores, and leaves the trunk as it is', () => {
    const table = new ValueTable();
    const trunk = new Interner(table);
    const history = ['a', 'b', 'd', 'e', 'f', 'g'].map(long);
    trunk.intern(history);
    const forkTables = [1, 2].map(() => new ValueTable(table));
    const forks = forkTables.map((forkTable) => new Interner(forkTable, trunk));
    const longer = [...history, long('c')];
    for (const [i, fork] of forks.entries()) {
      expect(fork.intern(longer)).toEqual({ $: 'ref', of: 8 });
      expect(fork.intern(longer)).toEqual({ $: 'ref', of: 8 });
      expect(forkTables[i]?.wireAt(8)).toEqual({ $: 'ref', of: 6, rest: [{ $: 'ref', of: 7 }] });
      expect(forkTables[i]?.valueAt(8)).toEqual(longer);
    }
    expect(table.size).toBe(7);
  });

  it.each<[string, unknown, Json]>([
    [
      'a reference',
      { $: 'ref', of: 0 },
      {
        $: 'object',
        entries: [
          ['$', 'ref'],
          ['of', 0],
        ],
      },
    ],
    ['a kind that does not exist', { $: 5 }, { $: 'object', entries: [['$', 5]] }],
    ['a key __proto__', JSON.parse('{"__proto__":1}'), { $: 'object', entries: [['__proto__', 1]] }],
    ['half a pair of surrogates', '\ud83d', { $: 'text', value: 'Pdg=' }],
    ['a long text with half a pair', `${'x'.repeat(70)}\udc00`, { $: 'text', value: expect.any(String) as unknown as string }],
    [
      'a number without an end',
      [Number.NaN, -0],
      [
        { $: 'number', value: 'NaN' },
        { $: 'number', value: '-0' },
      ],
    ],
    ['nothing', [undefined], [{ $: 'undefined' }]],
    ['a function', [() => 1], [{ $: 'opaque', type: 'function', path: '' }]],
  ])('tags %s that came without a tag', (_, value, expected) => {
    const table = new ValueTable();
    expect(table.resolve(new Interner(table).intern(value as Json))).toEqual(expected);
  });

  it('marks what is nested too deep, and goes no deeper', () => {
    let value: Json = [];
    for (let i = 0; i < 600; i++) value = [value];
    const table = new ValueTable();
    let depth = 0;
    for (let at = table.resolve(new Interner(table).intern(value)); Array.isArray(at); at = at[0] as Json) depth++;
    expect(depth).toBe(512);
  });
});
