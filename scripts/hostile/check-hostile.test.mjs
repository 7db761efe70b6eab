import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { toLiteral } from '../../packages/export/dist/index.js';
import { checkHostile, everyExporter } from './check-hostile.mjs';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const options = { seed: 20_261_130, count: 300 };

describe('hostile texts in a test case', () => {
  it('stay data in every file in JavaScript', () => {
    const results = checkHostile({ ...options, exporters: everyExporter.filter(({ language }) => language === 'javascript') });
    expect(Object.keys(results)).toEqual(['vitest', 'node-test', 'jest', 'jest --esm', 'tap']);
    for (const result of Object.values(results)) expect(result).toEqual({ files: options.count, problems: [] });
  });

  it.skipIf(!hasPython)('stay data in every file in Python', () => {
    const results = checkHostile({ ...options, exporters: everyExporter.filter(({ language }) => language === 'python') });
    expect(results).toEqual({ pytest: { files: options.count, problems: [] } });
  });

  it('are found where an exporter pastes them', () => {
    const [vitest] = everyExporter;
    const render = (request) =>
      vitest.exporter
        .render(request)
        .map(({ path, text }) => ({ path, text: text.replace(toLiteral(request.title), () => `"${request.title}"`) }));
    const {
      vitest: { problems },
    } = checkHostile({ ...options, exporters: [{ ...vitest, exporter: { ...vitest.exporter, render } }] });
    expect(problems.length).toBeGreaterThan(options.count / 3);
  });
});
