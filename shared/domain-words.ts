import type { DeadReason, DomainLookup, InconclusiveReason } from "./bridge/domains.ts";
import { counted } from "./numbers.ts";

const domains = (n: number) => counted(n, "domain");

const NO_LOOK: Readonly<Record<InconclusiveReason, string>> = {
  offline: "DNS gives no usable answers here, so nothing is said of any domain.",
  answers_all:
    "This network answers for domains that cannot exist (is there a login page to pass?), so nothing is said of any domain.",
};

export const domainWords = {
  answer({ domains: asked, deadDomains, deadAddresses, noLook, unclear }: DomainLookup): string {
    const sentences: string[] = [];
    if (noLook !== null) sentences.push(NO_LOOK[noLook]);
    if (deadDomains > 0)
      sentences.push(
        `${domains(deadDomains)} cannot receive mail: ${counted(deadAddresses, "address", "addresses")}.`,
      );
    else if (unclear === 0) sentences.push(`All ${domains(asked)} can receive mail.`);
    if (noLook === null && unclear > 0)
      sentences.push(
        `${domains(unclear)} gave no clear answer: nothing is said of ${unclear === 1 ? "it" : "them"}.`,
      );
    return sentences.join(" ");
  },
  why: {
    null_mx: "It says that it takes no mail",
    no_domain: "There is no such domain",
    no_host: "It has no mail server",
  } satisfies Record<DeadReason, string>,
} as const;
