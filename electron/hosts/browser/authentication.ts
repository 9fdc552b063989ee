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
export type Authentication = ReturnType<typeof createAuthentication>;

export function createAuthentication(clock: Clock, limits: Pick<HostLimits, "tokenMs" | "idleMs">) {
  let token: { text: string; madeAt: number } | null = null;
  let bearer: string | null = null;
  let usedAt = 0;
  let open = 0;

  function current(): string | null {
    if (open === 0 && clock.monotonic() - usedAt > limits.idleMs) bearer = null;
    return bearer;
  }

  return {
    /** Returns a new token that works once and expires. Earlier tokens become invalid. */
    newToken(): string {
      token = { text: newSecret(), madeAt: clock.monotonic() };
      return token.text;
    },
    /** Returns the bearer for a valid token; `null` if it is wrong, used or expired. */
    exchangeToken(offered: string): string | null {
      if (token === null || !sameSecret(offered, token.text)) return null;
      const isOld = clock.monotonic() - token.madeAt > limits.tokenMs;
      token = null;
      if (isOld) return null;
      // All browsers of the user share one bearer, so that a second one doesn't sign out the first.
      bearer = current() ?? newSecret();
      usedAt = clock.monotonic();
      return bearer;
    },
    /** Counts as use of the bearer. */
    isValid(offered: string | undefined): boolean {
      const right = current();
      if (right === null || offered === undefined || !sameSecret(offered, right)) return false;
      usedAt = clock.monotonic();
      return true;
    },
    /** Keeps the bearer from expiring while a page is open, until the returned function is called. */
    keepAlive(): () => void {
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
