import type { KeychainReason } from "../../../shared/problems/keychain.ts";
import type { Clock } from "../handlers.ts";
import type { Keychain, KeychainState } from "./types.ts";

/** Milliseconds until it is said that the keychain is waited for, and between two times that this is said. */
const SILENCE = 1_500;
const SAY_AGAIN = 5_000;
/** So long after it did not answer the keychain is not asked again: one silence is enough for what is done together. */
const AT_PEACE = 30_000;

export interface WatchedKeychainOptions {
  readonly clock: Clock;
  /** Called from time to time while the keychain is waited for, and once that is over. */
  readonly tell: (waiting: boolean) => void;
}

type Failed = { kind: "failed"; state: KeychainState; why: KeychainReason };

/**
 * `keychain`, asked one thing after the other: it may put a question to the user on the screen, for which there is no time
 * limit. A wait for it is told of; where it does not answer, what was asked meanwhile and shortly after fails with that.
 */
export function watchKeychain(keychain: Keychain, { clock, tell }: WatchedKeychainOptions): Keychain {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let isTold = false;
  let forget = () => {};
  let silent: number | null = null;

  function wait(): void {
    if (pending++ === 0) forget = clock.after(SILENCE, say);
  }

  function say(): void {
    isTold = true;
    tell(true);
    forget = clock.after(SAY_AGAIN, say);
  }

  function done(): void {
    if (--pending > 0) return;
    forget();
    if (isTold) tell(false);
    isTold = false;
  }

  function ask<T extends object>(question: () => Promise<T>): Promise<T | Failed> {
    const answer = async (): Promise<T | Failed> => {
      if (silent !== null && clock.monotonic() - silent < AT_PEACE)
        return { kind: "failed", state: "no_answer", why: "no_answer" };
      const said = await question();
      silent = isSilence(said) ? clock.monotonic() : null;
      return said;
    };
    wait();
    const turn = last.then(answer).finally(done);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    async probe() {
      const { state, why } = await ask(() => keychain.probe());
      return { state, why };
    },
    read: (accountId) => ask(() => keychain.read(accountId)),
    save: (accountId, key) => ask(() => keychain.save(accountId, key)),
    remove: (accountId) => ask(() => keychain.remove(accountId)),
  };
}

function isSilence(said: object): boolean {
  return "state" in said && said.state === "no_answer";
}
