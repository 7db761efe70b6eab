/** What stands before `--` is for us, what stands behind it is the command of a program; `null`: there is none. */
export function splitCommand(argv: readonly string[]): { readonly own: string[]; readonly command: readonly string[] | null } {
  const at = argv.indexOf('--');
  return at === -1 ? { own: [...argv], command: null } : { own: argv.slice(0, at), command: argv.slice(at + 1) };
}
