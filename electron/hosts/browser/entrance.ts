import type { Clock } from "../../engine/handlers.ts";
import type { HostLimits } from "./limits.ts";
import { newSecret, sameSecret } from "./secrets.ts";

/**
 * What a page needs for each request, both of it. The cookie is out of the reach of scripts, but a browser sends it to
 * every port of this machine; the bearer is known to the page alone, and is sent to nobody else.
 */
export interface Pass {
  readonly cookie: string;
  readonly bearer: string;
}

/** The way in: a one-time token in the printed address, exchanged for a pass. */
export interface Entrance {
  /** A token that works once, for a while; the ones before it work no more. */
  newToken(): string;
  /** The pass, for the right token; null for a wrong, used or old one. */
  redeem(token: string): Pass | null;
  /** Whether a request carries the pass; `cookies`: every value under the cookie's name. Counts as use. */
  admits(cookies: readonly string[], bearer: string | undefined): boolean;
  /** The pass of the page that has the bearer but lost its cookie; null for a wrong bearer. */
  passOf(bearer: string | undefined): Pass | null;
  /** A page is open until the answer is called: its pass does not expire. */
  hold(): () => void;
}

export function createEntrance(clock: Clock, limits: Pick<HostLimits, "tokenMs" | "idleMs">): Entrance {
  let token: { text: string; madeAt: number } | null = null;
  let pass: Pass | null = null;
  let usedAt = 0;
  let open = 0;

  function current(): Pass | null {
    if (open === 0 && clock.monotonic() - usedAt > limits.idleMs) pass = null;
    return pass;
  }

  function known(bearer: string | undefined): Pass | null {
    const now = current();
    return now !== null && bearer !== undefined && sameSecret(bearer, now.bearer) ? now : null;
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
      // One pass for every browser of the user: a second one must not take the cookie from the first.
      pass = current() ?? { cookie: newSecret(), bearer: newSecret() };
      usedAt = clock.monotonic();
      return pass;
    },
    admits(cookies, bearer) {
      const right = known(bearer);
      if (right === null) return false;
      // Another port may have set a cookie of the same name beside ours.
      if (!cookies.some((cookie) => sameSecret(cookie, right.cookie))) return false;
      usedAt = clock.monotonic();
      return true;
    },
    passOf: known,
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
