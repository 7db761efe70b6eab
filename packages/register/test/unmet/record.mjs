// node --import @stepfork/register record.mjs <trace>
import { record } from '@stepfork/interceptor';
import { writeTraceFile } from '@stepfork/trace/file';
import { agent } from './agent.mjs';

await writeTraceFile(process.argv[2], { trunk: await record(agent, null), forks: [], sealed: true, damage: null });
process.exit();
