/** What waits: a clock of the caller's. */
export interface Timer {
  /** Calls `act` once, `milliseconds` from now; answers the way to forget it. */
  after(milliseconds: number, act: () => void): () => void;
}
