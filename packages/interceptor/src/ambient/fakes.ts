/** Marks of the fake timers of vitest, Jest and Sinon, and of mocked functions. */
export function isFake(value: unknown): boolean {
  if (typeof value !== 'function') return false;
  return 'clock' in value || 'isFake' in value || '_isMockFunction' in value;
}

/** A test has put another clock in the place of `Date`. */
export function isFakedClock(): boolean {
  const { Date: Shown } = globalThis;
  return isFake(Shown) || isFake(Shown.now) || !Function.prototype.toString.call(Shown).includes('[native code]');
}
