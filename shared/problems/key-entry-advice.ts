import type { Problem, ProblemCode } from "../problems.ts";

const AGAIN: Readonly<Partial<Record<ProblemCode, string>>> = {
  key_invalid: "Copy the key from the service's dashboard again, and enter it again.",
};
const ADDRESS = "Check the service address and enter it again.";
const ADDRESS_AGAIN: Readonly<Partial<Record<ProblemCode, string>>> = {
  ...AGAIN,
  service_absent: ADDRESS,
  service_redirect: ADDRESS,
  service_untrusted:
    "Check the service address and the clock of this machine. On a company network, ask its administrator.",
};

/** Adapts the advice of a problem met while a key, or a key and a base URL, are being entered. */
export function withEntryAdvice(met: Problem, what: "key" | "key and address"): Problem {
  const action = (what === "key" ? AGAIN : ADDRESS_AGAIN)[met.code];
  return action === undefined ? met : { ...met, action };
}
