import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../engine/index.ts";
import type { HostLimits } from "./limits.ts";

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares two secrets in constant time. */
function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A one-time token in the printed URL is exchanged for the bearer that each request carries. */
export interface Authentication {
  /** Returns a new token that works once and expires. Earlier tokens become invalid. */
  newToken(): string;
  /** Returns the bearer for a valid token; `null` if it is wrong, used or expired. */
  exchangeToken(token: string): string | null;
  /** Counts as use of the bearer. */
  isValid(bearer: string | undefined): boolean;
  /** Keeps the bearer from expiring while a page is open, until the returned function is called. */
  keepAlive(): () => void;
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
    exchangeToken(offered) {
      if (token === null || !sameSecret(offered, token.text)) return null;
      const isOld = clock.monotonic() - token.madeAt > limits.tokenMs;
      token = null;
      if (isOld) return null;
      // All browsers of the user share one bearer, so that a second one doesn't sign out the first.
      bearer = current() ?? newSecret();
      usedAt = clock.monotonic();
      return bearer;
    },
    isValid(offered) {
      const right = current();
      if (right === null || offered === undefined || !sameSecret(offered, right)) return false;
      usedAt = clock.monotonic();
      return true;
    },
    keepAlive() {
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
