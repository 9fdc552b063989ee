import type { SessionAccount } from "../engine/accounts/types.ts";

/** The account that `WINNOW_BASE_URL` and `WINNOW_API_KEY` give for this run, or null. */
export function environmentAccount(env: Readonly<Record<string, string | undefined>>): SessionAccount | null {
  const baseUrl = env.WINNOW_BASE_URL?.trim();
  const apiKey = env.WINNOW_API_KEY?.trim();
  return baseUrl && apiKey ? { baseUrl, apiKey } : null;
}
