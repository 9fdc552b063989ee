import { FLAG_BIT } from "../../../shared/verdicts.ts";
import type { Call } from "../context.ts";
import { errorReply, jsonReply, type Reply } from "../messages.ts";
import { isWellFormed, sandboxVerdict } from "../verdicts.ts";

/** Single verification (service-spec, 'Single verification: GET /v1/verify'). Costs one credit. */
export function verify(call: Call): Reply {
  const { context, account, parameters } = call;
  const now = context.clock.now();
  if (!context.checkRate.take(account.key, now, context.limits.checksPerMinute)) {
    return refuse(429, "Too many requests");
  }
  const email = parameters.get("email")?.trim() ?? "";
  const charge = () =>
    context.atomically(() => {
      if ((context.accounts.byLabel(account.label)?.credits ?? 0) < 1) return false;
      context.accounts.addCredits(account.label, -1);
      context.accounts.recordCheck(account.label, email);
      return true;
    });
  if (!isWellFormed(email)) return refuse(400, "Invalid request. Required email.");
  if (!isInRange(parameters.get("timeout"))) {
    return refuse(400, "Invalid request. Timeout must be 30000 to 180000.");
  }
  if (!charge()) return refuse(402, "Insufficient verification credits");
  const { verdict, flags } = sandboxVerdict(email);
  const at = email.lastIndexOf("@");
  const bit = (flag: number) => ((flags & flag) === 0 ? 0 : 1);
  return jsonReply({
    result: verdict,
    message: "The address was verified.",
    email,
    user: email.slice(0, at),
    domain: email.slice(at + 1),
    accept_all: verdict === "accept_all" ? 1 : 0,
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

/** Returns an error. Its `success` is a string in this operation (service-spec, 'Errors'). */
function refuse(status: number, result: string): Reply {
  return errorReply(status, result, "false");
}
