// node record-driver.mjs <driver> <folder>: records each case into a file. The provider of PROVIDER_URL is up.
import '@stepfork/http/register';
import { join } from 'node:path';
import { record } from '@stepfork/interceptor';
import { writeTraceFile } from '@stepfork/trace/file';
import { cases } from './cases.mjs';
import { within } from './within.mjs';

const [name, folder] = process.argv.slice(2);
const { agent } = await import(`../drivers/${name}.mjs`);

for (const { mode, fault, input } of cases) {
  // Twice where ids are all that can differ: two recordings of one behaviour must have no difference.
  for (const take of fault === 'ids' ? ['', '-again'] : ['']) {
    const trunk = await within(60, (signal) => record(agent, input, { signal }));
    await writeTraceFile(join(folder, `${mode}-${fault}${take}.sftrace`), { trunk, forks: [], sealed: true, damage: null });
  }
}
process.exit(0);
