/** Is told what becomes of one timer. */
export interface TimerWatch {
  /** When the next fire is due on the virtual clock, and its rank among what was recorded; `null`: it was not recorded. */
  due(): { readonly afterMs: number; readonly order: number | null };
  fired(): void;
  /** It will not fire again: it has fired, or is taken back. */
  over(fired: boolean): void;
  /** A run stays open for a timer that Node would stay alive for. */
  started(timer: { hasRef(): boolean }): void;
}
