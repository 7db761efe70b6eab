// node agent.mjs <module> <form>: one agent as a program. What it does stands in task.json. It prints what the agent returned.
import { readFileSync } from 'node:fs';
import { prompts } from './shop.mjs';

const [, , name, form] = process.argv;
const { task } = JSON.parse(readFileSync('task.json', 'utf8'));
const { agents } = await import(`./agents/${name}.mjs`);
console.log(JSON.stringify({ returned: await agents[form](prompts[task]('a-17')) }));
