import type { Trace } from '@stepfork/trace';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { observedCalls } from './observed-calls.ts';
import { observedToolsIn } from './observed-tools.ts';

/**
 * Refuses a replay in which bodies would run that nobody has allowed: those of tools that were only observed. No policy reaches them.
 *
 * @param boundaries tools that the agent's code declares by now
 * @param isLive a tool was named as one whose body may run
 * @throws ConfigurationError with their names and the ways on
 */
export function refuseObserved(recordings: readonly Trace[], boundaries: ReadonlySet<string>, isLive: (name: string) => boolean): void {
  const names = recordings.flatMap((recording) => [
    ...[...observedToolsIn(recording)].filter((name) => !boundaries.has(name)),
    ...observedCalls(recording.steps, boundaries).map(({ name }) => name),
  ]);
  const refused = [...new Set(names)].filter((name) => !isLive(name));
  const [first] = refused;
  if (first === undefined) return;
  const [tools, they, bodies] =
    refused.length === 1 ? [`the tool ${first} was`, 'it', 'its body'] : [`the tools ${refused.join(', ')} were`, 'they', 'their bodies'];
  throw new ConfigurationError(
    `${tools} only observed in what models were asked and told, so ${they} cannot be answered and a replay would run ${bodies}`,
    `Wrap ${refused.length === 1 ? 'it' : 'them'} with tool() (in the AI SDK: wrapTools) and record again (an SDK in a bundle is met by no hook: keep it out of the bundle); or let the bodies run, whose requests are answered as ever: ${refused.map((name) => `--policy ${name}=live`).join(' ')} (with stepfork fork: --live ${first}).`,
  );
}
