import type { DeadReason, DomainLookup, InconclusiveReason } from "./bridge/domains.ts";
import { counted } from "./numbers.ts";

const domains = (n: number) => counted(n, "domain");

const NO_LOOK: Readonly<Record<InconclusiveReason, string>> = {
  offline: "DNS gives no usable answers on this network, so Winnow cannot tell which domains receive mail.",
  answers_all:
    "This network returns answers even for domains that cannot exist (is there a login page?), so Winnow cannot tell which domains receive mail.",
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
        `${domains(unclear)} gave no clear answer: Winnow cannot tell whether ${unclear === 1 ? "it receives" : "they receive"} mail.`,
      );
    return sentences.join(" ");
  },
  why: {
    null_mx: "It accepts no mail",
    no_domain: "There is no such domain",
    no_host: "It has no mail server",
  } satisfies Record<DeadReason, string>,
} as const;
