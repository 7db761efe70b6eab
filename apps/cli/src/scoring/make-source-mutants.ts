import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type {
  MakeSourceMutants,
  RunTest,
  SourceEdit,
  SourceMutant,
  SourceMutator,
  SourceText,
  SourceTexts,
  TextEdit,
} from '@stepfork/score';
import picomatch from 'picomatch';
import type { AgentRef } from '../agent/agent-ref.ts';
import { writeSourceText } from '../agent/source-texts.ts';
import { UsageError } from '../errors/usage-error.ts';
import { digest } from '../project/digest.ts';
import { portablePath } from '../project/portable-path.ts';

export interface SourceOptions {
  readonly load: () => Promise<SourceMutator>;
  readonly reference: AgentRef;
  /** `null`: no code with the bug is known. */
  readonly buggy: AgentRef | null;
  /** Which of the modules that the run loads; none: all of the agent's own. */
  readonly globs: readonly string[];
  /** Empty; taken for texts. */
  readonly folder: string;
}

/** Makes mutants of the modules of an agent that a run of it loads, and writes the texts that such runs load instead. */
export function makeSourceMutants({ load, reference, buggy, globs, folder }: SourceOptions): MakeSourceMutants {
  const fileOf = (path: string): string => join(reference.root, path);
  return async (run) => {
    const [mutator, modules] = await Promise.all([load(), modulesOfRun(run, written('own', []), reference)]);
    const texts = chosen(modules, globs).map((path) => ({
      path,
      text: readFileSync(fileOf(path), 'utf8'),
    }));
    const { texts: instrumented, edits } = await mutator.instrument(texts);
    const all = written('instrumented', instrumented);
    const parts = buggy === null ? [] : revertedParts(texts, { mutator, reference, buggy });
    const reverted = parts.map((part, at): SourceMutant => {
      const { text, ...edit } = part;
      return {
        ...edit,
        id: idOf(edit, `part ${at}`),
        texts: written(`part-${at}`, [{ path: edit.path, text }]),
        switchId: null,
        ignored: null,
      };
    });
    const switched = edits.map((edit): SourceMutant => ({ ...edit, id: idOf(edit, edit.switchId), texts: all }));
    return {
      instrumented: all,
      mutants: [...reverted, ...switched],
      texts: Object.fromEntries(texts.map(({ path, text }) => [path, text])),
    };
  };

  function written(name: string, texts: readonly SourceText[]): SourceTexts {
    const own = join(folder, name);
    mkdirSync(own);
    for (const { path, text } of texts) writeSourceText(own, fileOf(path), text);
    return { folder: own, digest: digest(JSON.stringify(texts)) };
  }
}

/** Relative to the agent's package, in the order of loading. */
async function modulesOfRun(run: RunTest, texts: SourceTexts, { root, text }: AgentRef): Promise<readonly string[]> {
  const end = await run({
    side: 'reference',
    change: { kind: 'source', source: { texts, active: null, hitLimit: 0, right: null, hosts: null } },
  });
  if (end.kind !== 'judged' || end.source === undefined)
    throw new UsageError(
      `The modules of ${text} cannot be loaded once more in one process, which --source needs${'message' in end ? `: ${end.message}` : '.'}`,
      'Score it without --source.',
    );
  return end.source.modules.filter((file) => /\.[cm]?[jt]sx?$/.test(file)).flatMap((file) => portablePath(root, file) ?? []);
}

function chosen(modules: readonly string[], globs: readonly string[]): readonly string[] {
  if (globs.length === 0) return modules;
  const isChosen = picomatch(globs.map((glob) => glob.replace(/^\.\//, '')));
  const found = modules.filter((path) => isChosen(path));
  if (found.length > 0) return found;
  throw new UsageError(`No module that the run loads matches ${globs.join(' or ')}.`, `It loads ${modules.join(', ')}.`);
}

/** The correction, taken back part by part. Of one part alone the buggy code itself speaks. */
function revertedParts(
  texts: readonly SourceText[],
  { mutator, reference, buggy }: { readonly mutator: SourceMutator; readonly reference: AgentRef; readonly buggy: AgentRef },
): readonly TextEdit[] {
  const parts = texts.flatMap((text) => {
    const file = join(reference.root, text.path);
    const before = file === reference.file ? buggy.file : join(buggy.root, relative(reference.root, file));
    return before === file || !existsSync(before) ? [] : mutator.revertParts(text, readFileSync(before, 'utf8'));
  });
  return parts.length < 2 ? [] : parts;
}

function idOf({ path, start }: SourceEdit, name: string): string {
  return `source ${path}:${start.line}:${start.column} ${name}`;
}
