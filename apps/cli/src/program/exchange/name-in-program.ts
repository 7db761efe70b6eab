import type { ProcessName } from './process-names.ts';

/**
 * What a process is called in the run of a program, whatever has started the program: `2.1`. Where a shell starts several at once, which have one name, the later
 * ones are told apart by `take`, which is true for a name that nobody has.
 */
export function nameInProgram({ path }: ProcessName, program: ProcessName, take: (name: string) => boolean): string {
  const isBelow = program.path === '' || path.startsWith(`${program.path}.`);
  const name = isBelow ? path.slice(program.path === '' ? 0 : program.path.length + 1) : `~${path}`;
  for (let more = 0; ; more += 1) {
    const tried = more === 0 ? name : `${name}~${more}`;
    if (take(tried)) return tried;
  }
}
