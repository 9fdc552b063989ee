import { randomBytes, timingSafeEqual } from "node:crypto";

/** The way in: a one-time token in the printed address, exchanged for a pass that a cookie carries. */
export interface Tickets {
  /** Works once, in {@link redeem}. */
  readonly token: string;
  /** The pass for a right token, null for a wrong or a used one. */
  redeem(token: string): string | null;
  admits(pass: string | undefined): boolean;
}

export function createTickets(): Tickets {
  const token = randomBytes(32).toString("base64url");
  const pass = randomBytes(32).toString("base64url");
  let used = false;
  return {
    token,
    redeem(offered) {
      if (used || !same(offered, token)) return null;
      used = true;
      return pass;
    },
    admits: (offered) => offered !== undefined && same(offered, pass),
  };
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
