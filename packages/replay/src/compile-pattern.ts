import { type PatternPart, parsePattern, withUnicode } from './parse-pattern.ts';

/** So many instructions at most: a test costs at most this many steps for each character of the text. */
const mostInstructions = 1000;

type Instruction =
  | { readonly do: 'take'; readonly takes: (char: string) => boolean }
  | { readonly do: 'assert'; readonly holds: (before: string | undefined, after: string | undefined) => boolean }
  /** Both ways are followed at once. */
  | { readonly do: 'fork'; to: readonly number[] }
  | { readonly do: 'accept' };

/**
 * A regular expression as a test of texts that takes time in proportion to their length, whatever the pattern: claims come in files from
 * others, and the engine of the runtime can take years over a text of thirty characters.
 *
 * The syntax is that of JavaScript with the flag `u`, without lookaround and backreferences; the flags are i, m and s (and u, which is set).
 *
 * @throws SyntaxError for what it cannot read.
 * @see Thompson, "Regular Expression Search Algorithm", 1968; the form with a program is that of https://swtch.com/~rsc/regexp/regexp2.html
 */
export function compilePattern(source: string, flags = ''): (text: string) => boolean {
  const program: Instruction[] = [];
  emit(parsePattern(source, flags), program);
  push({ do: 'accept' }, program);
  // Without a choice there is nothing to try again, so the runtime takes no longer than the pattern at each place.
  if (!/[*+?{|]/.test(source)) return runtimeTest(source, flags);
  return (text) => isFound(program, text);
}

function runtimeTest(source: string, flags: string): (text: string) => boolean {
  const own = new RegExp(source, withUnicode(flags));
  return (text) => own.test(text);
}

function push(instruction: Instruction, program: Instruction[]): number {
  if (program.length >= mostInstructions) throw new SyntaxError(`the pattern is too large: it has more than ${mostInstructions} parts`);
  return program.push(instruction) - 1;
}

function pushFork(program: Instruction[]): { readonly at: number; to(...targets: readonly number[]): void } {
  const fork: { do: 'fork'; to: readonly number[] } = { do: 'fork', to: [] };
  const at = push(fork, program);
  return {
    at,
    to: (...targets) => {
      fork.to = targets;
    },
  };
}

function emit(part: PatternPart, program: Instruction[]): void {
  switch (part.kind) {
    case 'take':
      push({ do: 'take', takes: part.takes }, program);
      return;
    case 'assert':
      push({ do: 'assert', holds: part.holds }, program);
      return;
    case 'sequence':
      for (const one of part.parts) emit(one, program);
      return;
    case 'choice':
      emitChoice(part.parts, program);
      return;
    case 'repeat':
      emitRepeat(part, program);
  }
}

function emitRepeat({ part, least, most }: Extract<PatternPart, { readonly kind: 'repeat' }>, program: Instruction[]): void {
  for (let n = 0; n < least; n += 1) {
    const before = program.length;
    emit(part, program);
    // Nothing, however often: the limit on instructions would never stop it.
    if (program.length === before) return;
  }
  if (most === Number.POSITIVE_INFINITY) emitLoop(part, program);
  else for (let n = least; n < most; n += 1) emitOptional(part, program);
}

function emitChoice(parts: readonly PatternPart[], program: Instruction[]): void {
  const start = pushFork(program);
  const starts: number[] = [];
  const ends: ReturnType<typeof pushFork>[] = [];
  for (const one of parts) {
    starts.push(program.length);
    emit(one, program);
    ends.push(pushFork(program));
  }
  start.to(...starts);
  for (const end of ends) end.to(program.length);
}

function emitLoop(part: PatternPart, program: Instruction[]): void {
  const fork = pushFork(program);
  emit(part, program);
  pushFork(program).to(fork.at);
  fork.to(fork.at + 1, program.length);
}

function emitOptional(part: PatternPart, program: Instruction[]): void {
  const fork = pushFork(program);
  emit(part, program);
  fork.to(fork.at + 1, program.length);
}

function isFound(program: readonly Instruction[], text: string): boolean {
  // Which instructions are reached at this place of the text: each is looked at once per place.
  const reachedAt = new Int32Array(program.length).fill(-1);
  let threads: number[] = [];
  let before: string | undefined;
  for (let at = 0; ; at += before?.length ?? 1) {
    const code = text.codePointAt(at);
    const char = code === undefined ? undefined : String.fromCodePoint(code);
    const pending = [...threads, 0];
    threads = [];
    for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
      const instruction = program[pc];
      if (instruction === undefined || reachedAt[pc] === at) continue;
      reachedAt[pc] = at;
      switch (instruction.do) {
        case 'accept':
          return true;
        case 'fork':
          pending.push(...instruction.to);
          break;
        case 'assert':
          if (instruction.holds(before, char)) pending.push(pc + 1);
          break;
        case 'take':
          if (char !== undefined && instruction.takes(char)) threads.push(pc + 1);
      }
    }
    if (char === undefined) return false;
    before = char;
  }
}
