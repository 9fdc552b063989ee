import type { SessionAccount } from "../engine/accounts/types.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** The account that `WINNOW_BASE_URL` and `WINNOW_API_KEY` give for this run, or null. */
export function environmentAccount(env: Env): SessionAccount | null {
  const baseUrl = env.WINNOW_BASE_URL?.trim();
  const apiKey = env.WINNOW_API_KEY?.trim();
  return baseUrl && apiKey ? { baseUrl, apiKey } : null;
}

/** How fast time passes in the embedded sandbox: `WINNOW_SANDBOX_SPEED`, or `usual` (1 is made for watching). */
export function sandboxSpeed(env: Env, usual = 1): number {
  const speed = Number(env.WINNOW_SANDBOX_SPEED);
  return speed > 0 ? speed : usual;
}
