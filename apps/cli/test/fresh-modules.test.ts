import { expect, it } from 'vitest';
import { project } from './support/project.ts';

const state = `let runs = 0;
export const next = () => { runs += 1; return runs; };
`;
const agent = `import { tool } from '@stepfork/interceptor';
import { next } from './state.ENDING';
const count = tool('count', (n) => n);
export async function runAgent() { return count(next()); }
export async function fixedAgent() { return (await count(next())) + 1; }
`;
const commonJsState = `let runs = 0;
exports.next = () => { runs += 1; return runs; };
`;
const commonJsAgent = `const { tool } = require('@stepfork/interceptor');
const { next } = require('./state.cjs');
const count = tool('count', (n) => n);
exports.runAgent = async () => count(next());
exports.fixedAgent = async () => (await count(next())) + 1;
`;

// The claim is drawn from one run of the fixed code, and the test then passes on another: with shared state that one would ask for count(2).
it.each([
  ['ts', state, agent],
  ['mjs', state, agent],
  ['cjs', commonJsState, commonJsAgent],
  ['cts', commonJsState, commonJsAgent.replace('./state.cjs', './state.cts')],
])('the modules of an agent in .%s are fresh for every run', async (ending, stateText, agentText) => {
  const here = project();
  here.write(`src/state.${ending}`, stateText);
  here.write(`src/counting.${ending}`, agentText.replace('ENDING', ending));
  const ref = `./src/counting.${ending}`;
  expect(await here.stepfork(['record', '-a', `${ref}#runAgent`, '-o', 'count.sftrace'])).toMatchObject({ code: 0 });
  const ended = await here.stepfork(['export', 'count.sftrace', '--fixed', `${ref}#fixedAgent`]);
  expect(ended.stdout + ended.stderr).toMatch(/^admitted: /);
  expect(ended.stderr).not.toContain('cannot be loaded anew');
});
