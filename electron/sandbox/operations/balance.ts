import { type Answer, answer } from "../answer.ts";
import type { Call } from "../context.ts";

/** Credit balance (service-spec, 'Credit balance: GET /v1/info'). */
export function balance({ context, account, faults }: Call): Answer {
  const drift = faults.get("balance-drifts");
  if (drift !== undefined) {
    context.accounts.addCredits(account.label, Math.max(drift, -account.credits));
  }
  const there = context.accounts.byLabel(account.label)?.credits ?? 0;
  const said = there + (faults.get("balance-off") ?? 0);
  return answer({ success: true, credits_info: { credits_remaining: said } });
}
