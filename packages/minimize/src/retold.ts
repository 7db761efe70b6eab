import type { Json, Trace } from '@stepfork/trace';
import type { Shapes } from './kept-shapes.ts';

/**
 * What models repeat of what they were told: ids, amounts, keys. Where an answer loses one, a model that still repeats it says what nobody could
 * know, and code that changes what models are told is judged by a world that cannot be.
 *
 * What a model has once said of its own accord it may go on saying: an order that it asks for, say.
 */
export function learnRetold(recorded: Trace): Shapes {
  const repeated = new Set<string>();
  const own = new Set<string>();
  for (const { said, told } of modelsIn(recorded)) for (const word of said) (told.has(word) ? repeated : own).add(word);
  return {
    leftBy(trace) {
      for (const { said, told, name } of modelsIn(trace)) {
        const untold = [...said].find((word) => repeated.has(word) && !own.has(word) && !told.has(word));
        if (untold !== undefined) return `${name} would say ${untold}, which nobody has told it`;
      }
      return null;
    },
  };
}

function* modelsIn({
  steps,
}: Trace): Generator<{ readonly name: string; readonly said: ReadonlySet<string>; readonly told: ReadonlySet<string> }> {
  for (const { call, outcome } of steps)
    if (call.kind === 'model') yield { name: call.name, said: tellingWords(outcome as unknown as Json), told: tellingWords(call.input) };
}

/** Words with a digit in them, as short as the names that ids are given. Texts inside of texts are escaped, ends of lines by a letter. */
function tellingWords(value: Json): ReadonlySet<string> {
  const words =
    JSON.stringify(value)
      .replace(/\\+[nrtbf]?/g, ' ')
      .match(/[\w-]{3,}/g) ?? [];
  return new Set(words.filter((word) => /\d/.test(word)));
}
