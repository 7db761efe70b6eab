// As an exported test does it, for whichever runner gives `test`.
import '@stepfork/register';
import { verify } from '@stepfork/replay';
import { agent } from './agent.mjs';

export const replayed = () => verify({ traces: new URL(process.env.TRACE), agent, claim: { calls: [{ tool: 'get_weather', times: 1 }] } });
