import type { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import type { DeadReason } from "../../../shared/bridge/domains.ts";

/** The part of Node's resolver that is asked. */
export type Asked = Pick<Resolver, "resolveMx" | "resolve4" | "resolve6">;

/** What DNS says of the mail to a domain. */
export type DomainAnswer =
  /** Mail is taken: by these hosts, the preferred one first, or (none) by the domain's own address (RFC 5321, 5.1). */
  | { readonly kind: "mail"; readonly hosts: readonly string[] }
  | { readonly kind: "dead"; readonly why: DeadReason }
  /** An error, a time-out, a refusal: it says nothing of the domain. */
  | { readonly kind: "unclear" };

type Found<T> =
  | { readonly kind: "records"; readonly records: readonly T[] }
  | { readonly kind: "no_records" | "no_name" | "unclear" };

/** Asks who takes the mail of `domain`: its MX records, and where it has none its addresses. Does not reject. */
export async function askDomain(resolver: Asked, domain: string): Promise<DomainAnswer> {
  const name = domainToASCII(domain);
  if (name === "") return { kind: "unclear" };
  const mx = await found(resolver.resolveMx(name));
  if (mx.kind === "unclear") return { kind: "unclear" };
  if (mx.kind === "records") {
    const hosts = [...mx.records]
      .sort((a, b) => a.priority - b.priority)
      .map(({ exchange }) => hostName(exchange));
    // RFC 7505: one record with an empty name says that no mail is taken.
    return hosts.every((host) => host === "") ? { kind: "dead", why: "null_mx" } : { kind: "mail", hosts };
  }
  // Servers are about that say of a name without MX that there is no such name: its addresses have the last word.
  const [v4, v6] = await Promise.all([found(resolver.resolve4(name)), found(resolver.resolve6(name))]);
  if (v4.kind === "records" || v6.kind === "records") return { kind: "mail", hosts: [] };
  if (v4.kind === "unclear" || v6.kind === "unclear") return { kind: "unclear" };
  const isNoName = [mx, v4, v6].every(({ kind }) => kind === "no_name");
  return { kind: "dead", why: isNoName ? "no_domain" : "no_host" };
}

async function found<T>(asked: Promise<readonly T[]>): Promise<Found<T>> {
  try {
    const records = await asked;
    return records.length === 0 ? { kind: "no_records" } : { kind: "records", records };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENODATA") return { kind: "no_records" };
    return { kind: code === "ENOTFOUND" ? "no_name" : "unclear" };
  }
}

function hostName(exchange: string): string {
  return exchange.toLowerCase().replace(/\.$/u, "");
}
