import { type Answer, jsonResponse } from "../answer.ts";
import type { Call } from "../context.ts";

/** Credit balance (service-spec, 'Credit balance: GET /v1/info'). */
export function balance({ context, account }: Call): Answer {
  const there = context.accounts.byLabel(account.label)?.credits ?? 0;
  return jsonResponse({ success: true, credits_info: { credits_remaining: there } });
}
