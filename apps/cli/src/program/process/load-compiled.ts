import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

export interface Loaded {
  readonly exports: unknown;
  /** Puts what was compiled until now beside the file, for the next process. Never throws. */
  readonly keep: () => void;
}

/**
 * Loads a file of CommonJS as `require` does, with the code that V8 has made of it in an earlier process, if that lies beside it: to compile a large file takes longer than to
 * run it. Kept where the code itself lies, as Python does: who may write there could change that, too. Where nobody may, each process compiles.
 *
 * @param digest of the file: V8 compares nothing of it but the length.
 */
export function loadCompiled(file: string, digest: string): Loaded {
  // V8 takes what was made with the same flags only: each set of them has a file of its own.
  const flags = cachedDataVersionTag();
  const compiled = `${file}.${process.version}-${process.arch}-${flags}-${digest}`;
  const kept = readIfThere(`${compiled}${ending}`);
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, ...(kept !== undefined && { cachedData: kept }) });
  const loaded: { exports: unknown } = { exports: {} };
  script.runInThisContext()(loaded.exports, createRequire(file), loaded, file, dirname(file));
  return {
    exports: loaded.exports,
    keep() {
      // The program may have set flags meanwhile.
      if (kept === undefined && cachedDataVersionTag() === flags) write(compiled, script);
    },
  };
}

const ending = '.compiled';
const sumBytes = 32;

/** `undefined` also where it is not whole, as after a crash of the machine: V8 takes what it is given on Node 20. */
function readIfThere(file: string): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    const code = kept.subarray(sumBytes);
    return sumOf(code).equals(kept.subarray(0, sumBytes)) ? code : undefined;
  } catch {
    // Nobody has kept it yet, or could.
    return undefined;
  }
}

function sumOf(code: Uint8Array): Buffer {
  return createHash('sha256').update(code).digest();
}

function write(compiled: string, script: Script): void {
  const own = `${compiled}.${process.pid}${ending}`;
  try {
    const code = script.createCachedData();
    writeFileSync(own, Buffer.concat([sumOf(code), code]));
    renameSync(own, `${compiled}${ending}`);
  } catch {
    // A folder that is not ours, or a full disk: it is a matter of time only.
    removeIfThere(own);
  }
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // As above.
  }
}
