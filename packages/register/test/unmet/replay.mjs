// As an exported test does it, for whichever runner gives `test`.
import '@stepfork/register';
import { verify } from '@stepfork/replay';

const { agent } = await import(process.env.AGENT);

export const replayed = () => verify({ traces: new URL(process.env.TRACE), agent, claim: { calls: [{ tool: 'get_weather', times: 1 }] } });
