// node run-agent.mjs <driver> <model> <plain|streaming>: one agent as a program. It prints what the agent returned, down to the pieces of a stream,
// or what it threw, down to the fields of the error, and ends with 0 or 1.
import { encodeValue } from '@stepfork/trace';

const [name, model, mode] = process.argv.slice(2);
const { agent } = await import(`../drivers/${name}.mjs`);
try {
  const returned = await agent({ model, streams: mode === 'streaming' });
  console.log(JSON.stringify({ returned }));
} catch (error) {
  console.log(JSON.stringify({ threw: encodeValue(error) }, withoutBases));
  process.exitCode = 1;
}

/** The classes above that of an error are known only where it was made. */
function withoutBases(key, value) {
  return key === 'bases' ? undefined : value;
}
