import { FLAG_BIT } from "../../../shared/verdicts.ts";
import { type Answer, errorResponse, jsonResponse } from "../answer.ts";
import type { Call } from "../context.ts";
import { isWellFormed, sandboxVerdict } from "../verdicts.ts";

/** Single verification (service-spec, 'Single verification: GET /v1/verify'). Costs one credit. */
export function verify(call: Call): Answer {
  const { context, account, request, faults } = call;
  const now = context.clock.now();
  if (!context.checkRate.take(account.key, now, context.limits.checksPerMinute)) {
    return errorResponse(429, "Too many requests");
  }
  const email = request.parameter("email")?.trim() ?? "";
  const charge = () =>
    context.atomically(() => {
      if ((context.accounts.byLabel(account.label)?.credits ?? 0) < 1) return false;
      context.accounts.addCredits(account.label, -1);
      context.accounts.recordCheck(account.label, email);
      return true;
    });
  if (!isWellFormed(email)) return errorResponse(400, "Invalid request. Required email.");
  if (!faults.has("any-timeout") && !isInRange(request.parameter("timeout"))) {
    return errorResponse(400, "Invalid request. Timeout must be 30000 to 180000.");
  }
  if (faults.has("no-credits") || !charge()) return errorResponse(402, "Insufficient verification credits");
  const { verdict, flags } = sandboxVerdict(email);
  const at = email.lastIndexOf("@");
  const bit = (flag: number) => ((flags & flag) === 0 ? 0 : 1);
  return jsonResponse({
    result: verdict,
    message: "The address was verified.",
    email,
    user: email.slice(0, at),
    domain: email.slice(at + 1),
    accept_all: verdict === "accept_all" ? (faults.get("accept-all-value") ?? 1) : 0,
    role: bit(FLAG_BIT.role),
    free_email: bit(FLAG_BIT.free),
    disposable: bit(FLAG_BIT.disposable),
    spamtrap: bit(FLAG_BIT.trap),
    success: true,
  });
}

/** Milliseconds, 30000 to 180000 if given (service-spec, 'Single verification'). */
function isInRange(timeout: string | undefined): boolean {
  return timeout === undefined || (/^\d+$/.test(timeout) && +timeout >= 30_000 && +timeout <= 180_000);
}
