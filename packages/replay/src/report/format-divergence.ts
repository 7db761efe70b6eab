import type { Difference, Json } from '@stepfork/trace';
import type { Divergence, NotRun, UnmetTools } from '../judging/divergence.ts';
import { brief } from '../matchers/brief.ts';

/** What was unseen, why, and where it differs from the nearest recorded step: a sentence, then indented lines. */
export function formatDivergence(divergence: Divergence): string {
  const { step, kind, name, nearest, unknownSecret } = divergence;
  if (divergence.why === 'socket')
    return [`the agent opens a socket to ${name} ${reasonOf(divergence)}`, ...(divergence.stack ?? []).map((line) => `    ${line}`)].join(
      '\n',
    );
  if (divergence.why === 'other-process')
    return [
      `a process that the program started asks ${name}, ${reasonOf(divergence)}`,
      ...(divergence.stack ?? []).map((line) => `    ${line}`),
    ].join('\n');
  if (divergence.why === 'unmet-server')
    return [`the agent starts ${name} ${reasonOf(divergence)}`, ...(divergence.stack ?? []).map((line) => `    ${line}`)].join('\n');
  if (divergence.unmet !== undefined) return unmetLine(divergence, divergence.unmet);
  const lines = [`step ${step} asks ${kind} ${name} ${reasonOf(divergence)}`];
  if (nearest !== null) lines.push(...nearestLines(nearest, divergence.why));
  else lines.push(`  asked with ${brief(divergence.input)}`);
  if (divergence.notRun !== undefined) lines.push(`  not run for real: ${whyNotRun(divergence.notRun)}`);
  if (unknownSecret !== null) {
    lines.push(
      `  ${unknownSecret === '' ? 'the input' : unknownSecret} is a secret that did not come from the recording; without the project's redaction key it matches nothing`,
    );
  }
  return lines.join('\n');
}

/** What the run could do next is told to nobody: the model is not answered. */
function unmetLine({ step, name }: Divergence, { tools, packages }: UnmetTools): string {
  const [bodies, them] = tools.length === 1 ? ['the body', 'it'] : ['the bodies', 'them'];
  return `step ${step} offers ${tools.join(', ')} to model ${name}, and ${bodies} would run: in the recorded run a hook in ${packages.join(', ')} stood before ${them}, and here none is in place`;
}

function reasonOf({ why, unmet }: Divergence): string {
  switch (why) {
    case 'never-recorded':
      return 'something, but nothing of that name was recorded';
    case 'other-input':
      return 'something that was not recorded';
    case 'other-effects-before':
      return 'after other effects than in the recording, so that the recorded answer may no longer be true';
    case 'used-up':
      return 'more often than was recorded, and another answer may have come';
    case 'out-of-order':
      return 'at another place than in the recording, whose order is followed strictly';
    case 'stream-cut':
      return 'for more of a stream than the recorded run read';
    case 'socket':
      return 'itself, in no call that a recording could answer';
    case 'other-process':
      return 'which a replay answers in the program alone';
    case 'unmet-server':
      return `itself: in the recorded run a hook in ${unmet?.packages.join(', ')} stood before it, and here none is in place`;
    case 'unmet-tools':
      return 'and offers tools whose bodies would run';
    case 'only-observed':
      return 'which is only observed here, so that nothing but its body can answer';
    case 'hidden-calls':
      return 'whose body does not run, so that the calls inside it are not seen; the claim speaks of them';
  }
}

function whyNotRun(notRun: NotRun): string {
  switch (notRun.because) {
    case 'not-named':
      return 'it was not named as one that may';
    case 'after-effect':
      return 'an effect was sunk before it, so it would hear a world in which that did not happen';
    case 'in-series':
      return 'the recording answered it before, each time otherwise, and the world did not give those answers';
    case 'pseudonym':
      return `${notRun.path === '' ? 'its input' : notRun.path} is the pseudonym of a secret, which means nothing to the world`;
  }
}

function nearestLines({ step, differences }: NonNullable<Divergence['nearest']>, why: Divergence['why']): readonly string[] {
  if (differences.length === 0)
    return why === 'used-up'
      ? [`  nearest: recorded step ${step}, already used`]
      : [`  nearest: recorded step ${step}, with the same input`];
  const shown = differences.slice(0, 3).map((difference) => `    ${describe(difference)}`);
  const more = differences.length > 3 ? [`    and ${differences.length - 3} more`] : [];
  return [`  nearest: recorded step ${step}, which differs at`, ...shown, ...more];
}

function describe({ path, kind, expected, actual }: Difference): string {
  const where = path === '' ? 'the whole input' : path;
  switch (kind) {
    case 'changed':
      return `${where}: recorded ${briefly(expected, actual)}, asked ${briefly(actual, expected)}`;
    case 'added':
      return `${where}: not recorded, asked ${brief(actual)}`;
    case 'removed':
      return `${where}: recorded ${brief(expected)}, not asked`;
  }
}

/** Of two long texts that begin alike, the part from shortly before the place where they part. */
function briefly(value: Json | undefined, other: Json | undefined): string {
  if (typeof value !== 'string' || typeof other !== 'string') return brief(value);
  let same = 0;
  while (same < value.length && value[same] === other[same]) same += 1;
  return same < 60 ? brief(value) : `… ${brief(value.slice(same - 20))}`;
}
