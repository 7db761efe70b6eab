/** When a fire of a timer is due on the virtual clock. */
export interface TimerDue {
  readonly afterMs: number;
  /** Its rank among what was recorded; `null`: it was not recorded. */
  readonly order: number | null;
  /** It had not fired when this was recorded. */
  readonly isUnexpected?: boolean;
}

/** Is told what becomes of one timer. */
export interface TimerWatch {
  /** Of the next fire. */
  due(): TimerDue;
  fired(): void;
  /** It counts from now on, and will fire again if it had fired. */
  refreshed(): void;
  /** It will not fire again: it has fired, or is taken back. */
  over(fired: boolean): void;
  /** A run stays open for a timer that Node would stay alive for. */
  started(timer: { hasRef(): boolean }): void;
}
