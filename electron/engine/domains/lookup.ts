import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import { domainToASCII } from "node:url";
import type { DeadReason, InconclusiveReason } from "../../../shared/bridge/domains.ts";
import type { Clock } from "../clock.ts";
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
async function lookUpDomain(resolver: DnsResolver, domain: string): Promise<DomainAnswer> {
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

const IN_FLIGHT = 64;
/** Timeout of one query, in ms, and attempts per query. */
const QUESTION_MS = 3_000;
const TRIES = 2;
/** Deadline of a whole look-up, in ms; domains without an answer stay unclear. */
const DEADLINE_MS = 120_000;
/** Required identical answers for a dead domain, because one of several resolvers may be wrong. */
const REQUIRED_ANSWERS = 4;
/** Domains that just received mail; one of them must still do so at the end. */
const CONTROL_DOMAINS = 3;
/** Control if no domain of the list receives mail. */
const WELL_KNOWN = "gmail.com";

export type DomainRecord = Exclude<DomainAnswer, { kind: "unclear" }>;

type Dead = Extract<DomainAnswer, { kind: "dead" }>;

export interface LookupResult {
  /** Answers by domain; missing ones are unclear. */
  readonly answers: ReadonlyMap<string, DomainRecord>;
  readonly noLook: InconclusiveReason | null;
}

export interface LookOptions {
  /** Folded, by addresses descending. */
  readonly domains: readonly string[];
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
  /** DNS servers (`ip[:port]`) to use instead of the system's. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * Looks up `domains` in DNS. A domain is only dead if several answers agree, the resolver does not resolve impossible
 * names (RFC 6761, 6.4), and it still resolves a live domain. Never rejects; returns the answers so far when aborted.
 */
export async function lookAtDomains(options: LookOptions): Promise<LookupResult> {
  const { domains, clock, onProgress } = options;
  const answers = new Map<string, DomainRecord>();
  if (domains.length === 0) return { answers, noLook: null };
  const stop = new AbortController();
  const forget = clock.after(DEADLINE_MS, () => stop.abort());
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const perhapsDead = new Map<string, Dead>();
  let done = 0;
  try {
    const first = resolverOf(options.servers, false, signal);
    const noLook = await checkResolver(first);
    if (noLook !== null) return { answers, noLook };
    await forEachConcurrently(domains, signal, async (domain) => {
      const answer = await lookUpDomain(first, domain);
      if (answer.kind === "mail") answers.set(domain, answer);
      else if (answer.kind === "dead") perhapsDead.set(domain, answer);
      onProgress(++done);
    });
    for (let times = 1; times < REQUIRED_ANSWERS; times++) {
      // A fresh resolver without cached answers; every other time with the system's servers in reverse order.
      const next = resolverOf(options.servers, times % 2 === 1, signal);
      await forEachConcurrently(perhapsDead.keys(), signal, async (domain) => {
        const [before, again] = [perhapsDead.get(domain), await lookUpDomain(next, domain)];
        if (again.kind !== "dead" || again.why !== before?.why) perhapsDead.delete(domain);
      });
    }
    if (perhapsDead.size === 0 || signal.aborted) return { answers, noLook: null };
    const last = resolverOf(options.servers, false, signal);
    const alive = answers.size === 0 ? [WELL_KNOWN] : [...answers.keys()].slice(0, CONTROL_DOMAINS);
    const still = await Promise.all(alive.map((domain) => lookUpDomain(last, domain)));
    if (!still.some(({ kind }) => kind === "mail")) return { answers, noLook: "offline" };
    if ((await checkResolver(last)) === "answers_all") return { answers, noLook: "answers_all" };
    for (const [domain, answer] of perhapsDead) answers.set(domain, answer);
    return { answers, noLook: null };
  } finally {
    forget();
  }
}

/** Checks a reserved name that must not resolve. Returns why the resolver can't be trusted, or `null`. */
async function checkResolver(resolver: DnsResolver): Promise<InconclusiveReason | null> {
  const answer = await lookUpDomain(resolver, `winnow-${randomBytes(8).toString("hex")}.invalid`);
  if (answer.kind === "unclear") return "offline";
  return answer.kind === "mail" ? "answers_all" : null;
}

function resolverOf(
  servers: readonly string[] | undefined,
  reversed: boolean,
  signal: AbortSignal,
): DnsResolver {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  else if (reversed) resolver.setServers(resolver.getServers().reverse());
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  return resolver;
}

/** Runs `work` on `items` with limited concurrency, taking each item lazily, until `signal` aborts. */
async function forEachConcurrently(
  items: Iterable<string>,
  signal: AbortSignal,
  work: (item: string) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async () => {
    while (!signal.aborted) {
      const next = left.next();
      if (next.done === true) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}
