import { randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, as text that may stand in an address. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Whether two secrets are the same, in a time that does not tell where they differ. */
export function sameSecret(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
