import { expect, test } from 'vitest';
import { defineExporter } from './exporter.ts';
import { createExporterRegistry } from './registry.ts';

const jest = defineExporter({ name: 'jest', summary: 'a test file for Jest', render: () => [] });

test('offered exporters stand beside the built-in ones, each with its origin', () => {
  const registry = createExporterRegistry([{ exporter: jest, origin: 'stepfork.config.ts' }]);
  expect(registry.list.map(({ exporter, origin }) => [exporter.name, origin])).toEqual([
    ['vitest', 'built in'],
    ['node-test', 'built in'],
    ['jest', 'stepfork.config.ts'],
  ]);
  expect(registry.get('jest')).toBe(jest);
});

test('a name taken twice is an error that names both origins, also for a built-in name', () => {
  const second = { exporter: { ...jest, name: 'vitest' }, origin: 'plugin stepfork-other' };
  expect(() => createExporterRegistry([second])).toThrow(
    'Two exporters are named "vitest": one of built in, one of plugin stepfork-other.',
  );
});

test('an unknown name is answered with those that are there and where they come from', () => {
  const registry = createExporterRegistry([{ exporter: jest, origin: 'plugin stepfork-jest' }]);
  expect(() => registry.get('pytest')).toThrow(
    expect.objectContaining({
      code: 'STEPFORK_UNKNOWN_EXPORTER',
      message: 'There is no exporter "pytest".',
      hint: 'There are: vitest (built in), node-test (built in), jest (plugin stepfork-jest).',
    }),
  );
});

test('names of object properties are not exporters', () => {
  expect(() => createExporterRegistry().get('constructor')).toThrow('There is no exporter "constructor".');
});

test.each([
  [undefined, 'it is of type undefined'],
  [null, 'it is null'],
  [{ ...jest, name: 'My Jest' }, 'its name "My Jest" is not made of lower case letters, digits and hyphens'],
  [{ name: 'jest', render: jest.render }, 'jest has no summary'],
  [{ name: 'jest', summary: '' }, 'jest has no function render'],
  [{ ...jest, packages: 'jest' }, 'the packages of jest are no list of texts'],
  [{ ...jest, switches: { ESM: 'a module' } }, 'the switches of jest are no texts by a name in lower case letters, digits and hyphens'],
  [{ ...jest, switches: { esm: true } }, 'the switches of jest are no texts by a name in lower case letters, digits and hyphens'],
  [{ ...jest, command: ['npx', 1] }, 'the command of jest is no list of texts'],
])('a value that is no exporter is refused with the reason: %j', (exporter, reason) => {
  expect(() => createExporterRegistry([{ exporter, origin: 'stepfork.config.ts' }])).toThrow(
    `What stepfork.config.ts offers is not an exporter: ${reason}.`,
  );
});
