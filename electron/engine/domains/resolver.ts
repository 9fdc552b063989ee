import type { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import type { DeadReason } from "../../../shared/bridge/domains.ts";

export type DnsResolver = Pick<Resolver, "resolveMx" | "resolve4" | "resolve6">;

export type DomainAnswer =
  /** The domain receives mail. `hosts` by preference; empty if its own address receives it (RFC 5321, 5.1). */
  | { readonly kind: "mail"; readonly hosts: readonly string[] }
  | { readonly kind: "dead"; readonly why: DeadReason }
  /** An error, time-out or refusal, which says nothing about the domain. */
  | { readonly kind: "unclear" };

type Found<T> =
  | { readonly kind: "records"; readonly records: readonly T[] }
  | { readonly kind: "no_records" | "no_name" | "unclear" };

/** Looks up the MX records of `domain` or, without any, its addresses. Never rejects. */
export async function lookUpDomain(resolver: DnsResolver, domain: string): Promise<DomainAnswer> {
  const name = domainToASCII(domain);
  if (name === "") return { kind: "unclear" };
  const mx = await found(resolver.resolveMx(name));
  if (mx.kind === "unclear") return { kind: "unclear" };
  if (mx.kind === "records") {
    const hosts = [...mx.records]
      .sort((a, b) => a.priority - b.priority)
      .map(({ exchange }) => hostName(exchange));
    // RFC 7505: a single record with an empty name refuses all mail.
    return hosts.every((host) => host === "") ? { kind: "dead", why: "null_mx" } : { kind: "mail", hosts };
  }
  // Some servers wrongly report NXDOMAIN for names without MX, so look up the addresses in any case.
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
