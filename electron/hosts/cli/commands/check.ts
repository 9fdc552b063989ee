import type { Check } from "../../../../shared/bridge/checks.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { type AccountChoice, chooseAccount } from "../accounts.ts";
import type { Command } from "../run.ts";

/** `winnow check <address>...`: one or a few dozen addresses, each with a verdict and advice. */
export function checkCommand(
  addresses: readonly string[],
  options: AccountChoice & { anyway?: boolean; json?: boolean },
): Command {
  return async ({ session, terminal, begin }) => {
    const account = await chooseAccount(session, options);
    if (!account.ok) return account;
    begin();
    const asked = addresses.map((address) =>
      session.call("checks.check", { accountId: account.value.id, address, anyway: options.anyway === true }),
    );
    const answers = await Promise.all(asked);
    const checks = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    const refused = answers.find((answer) => !answer.ok);
    if (options.json === true) terminal.json({ checks });
    else {
      for (const check of checks) {
        const flags = check.flags.length === 0 ? "" : ` (${check.flags.join(", ")})`;
        const found = [check.verdict ?? (check.suppressed ? null : "not checked")];
        if (check.suppressed) found.push("suppressed");
        terminal.data(check.address, `${found.filter(Boolean).join(", ")}${flags}`, check.advice);
        if (check.suggestion !== null) terminal.say(`Did you mean ${check.suggestion}?`);
      }
    }
    if (refused !== undefined && !refused.ok) return fail(refused.problem);
    const failed = failureOf(checks);
    return failed === null ? ok(null) : { ...fail(failed), reported: options.json === true };
  };
}

/** What is said of the checks as a whole: first of all what may have been paid for; null: every address has a verdict. */
function failureOf(checks: readonly Check[]): Problem | null {
  const unheard = checks.filter((check) => check.problem?.code === "check_unheard");
  if (unheard.length > 1) return problem("check_unheard", { checks: unheard.length });
  return unheard[0]?.problem ?? checks.find((check) => check.problem !== null)?.problem ?? null;
}
