import { type Answer, answer } from "../answer.ts";
import type { Call } from "../context.ts";

/** Credit balance (service-spec, 'Credit balance: GET /v1/info'). */
export function balance({ account }: Call): Answer {
  return answer({ success: true, credits_info: { credits_remaining: account.credits } });
}
