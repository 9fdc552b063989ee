import type { Clock } from "../../engine/handlers.ts";
import type { HostLimits } from "./limits.ts";
import { newSecret, sameSecret } from "./secrets.ts";

/** The way in: a one-time token in the printed address, exchanged for the bearer that a page sends with each request. */
export interface Authentication {
  /** A token that works once, for a while; the ones before it work no more. */
  newToken(): string;
  /** The bearer, for the right token; null for a wrong, used or old one. */
  redeem(token: string): string | null;
  /** Whether a request carries the bearer. Counts as use. */
  admits(bearer: string | undefined): boolean;
  /** A page is open until the answer is called: its bearer does not expire. */
  hold(): () => void;
}

export function createAuthentication(
  clock: Clock,
  limits: Pick<HostLimits, "tokenMs" | "idleMs">,
): Authentication {
  let token: { text: string; madeAt: number } | null = null;
  let bearer: string | null = null;
  let usedAt = 0;
  let open = 0;

  function current(): string | null {
    if (open === 0 && clock.monotonic() - usedAt > limits.idleMs) bearer = null;
    return bearer;
  }

  return {
    newToken() {
      token = { text: newSecret(), madeAt: clock.monotonic() };
      return token.text;
    },
    redeem(offered) {
      if (token === null || !sameSecret(offered, token.text)) return null;
      const isOld = clock.monotonic() - token.madeAt > limits.tokenMs;
      token = null;
      if (isOld) return null;
      // One for every browser of the user: a second one must not lock the first out.
      bearer = current() ?? newSecret();
      usedAt = clock.monotonic();
      return bearer;
    },
    admits(offered) {
      const right = current();
      if (right === null || offered === undefined || !sameSecret(offered, right)) return false;
      usedAt = clock.monotonic();
      return true;
    },
    hold() {
      open += 1;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        open -= 1;
        usedAt = clock.monotonic();
      };
    },
  };
}
