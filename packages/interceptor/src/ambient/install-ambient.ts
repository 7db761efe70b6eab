import { syncBuiltinESMExports } from 'node:module';
import { slot } from '../running/slot.ts';
import { fromWebPatches } from '../streams/from-web.ts';
import { clockPatches } from './clock.ts';
import { cryptoPatches } from './crypto.ts';
import { forgetFrames } from './frames-above.ts';
import { heldPatches } from './held.ts';
import { applyPatch } from './patch.ts';
import { randomPatches } from './random.ts';
import { timerPatches } from './timers.ts';
import { uncontrolledPatches } from './uncontrolled.ts';

/**
 * Puts the functions that tell time and bring chance under control, and those that read streams past their methods, in this process, until
 * the last run is over. Outside of a run they do what they did.
 *
 * @returns ends this use.
 */
export function installAmbient(): () => void {
  const { installation } = slot();
  if (installation.uses === 0) installation.undo = install();
  installation.uses += 1;
  let isUsed = true;
  return () => {
    if (!isUsed) return;
    isUsed = false;
    installation.uses -= 1;
    if (installation.uses === 0) installation.undo();
  };
}

function install(): () => void {
  const undo: (() => void)[] = [];
  for (const patches of [
    clockPatches,
    randomPatches,
    cryptoPatches,
    timerPatches,
    heldPatches,
    uncontrolledPatches,
    fromWebPatches,
  ] as const) {
    for (const patch of patches()) undo.push(applyPatch(patch) ?? (() => {}));
  }
  syncBuiltinESMExports();
  return () => {
    for (const one of undo.reverse()) one();
    forgetFrames();
    syncBuiltinESMExports();
  };
}
