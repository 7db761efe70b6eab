// node --import @stepfork/register record.mjs <trace>
import { record } from '@stepfork/interceptor';
import { writeTraceFile } from '@stepfork/trace/file';

const { agent } = await import(process.env.AGENT);
await writeTraceFile(process.argv[2], { trunk: await record(agent, null), forks: [], sealed: true, damage: null });
process.exit();
