import { randomBytes } from "node:crypto";
import { Resolver } from "node:dns/promises";
import type { NoLook } from "../../../shared/bridge/domains.ts";
import type { Clock } from "../handlers.ts";
import { type Asked, askDomain, type DomainAnswer } from "./ask.ts";

/** Questions under way at once. */
const IN_FLIGHT = 64;
/** Of one question, before it is asked once more. */
const QUESTION_MS = 3_000;
const TRIES = 2;
/** Of a whole look: what has no answer by then stays unclear. */
const DEADLINE_MS = 120_000;
/** So many answers must agree before a domain is dead: one of several resolvers behind an address may be wrong. */
const AGREEING = 4;
/** Domains that took mail a moment ago, one of which must still. */
const CONTROLS = 3;
/** Asked where no domain of the list is known to take mail: a resolver that does not know it knows none. */
const WELL_KNOWN = "gmail.com";

/** What is known of a domain. */
export type Known = Exclude<DomainAnswer, { kind: "unclear" }>;

type Dead = Extract<DomainAnswer, { kind: "dead" }>;

export interface Looked {
  /** By domain; what is not among them stayed unclear. */
  readonly answers: ReadonlyMap<string, Known>;
  readonly noLook: NoLook | null;
}

export interface LookOptions {
  /** Folded, those with most addresses first. */
  readonly domains: readonly string[];
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
  /** Asks these servers (`ip[:port]`) instead of the system's. */
  readonly servers?: readonly string[] | undefined;
}

/**
 * Asks DNS about each of `domains`. One is dead only where several answers agree, the resolver does not answer for
 * names that cannot exist (RFC 6761, 6.4), and it still knows a domain that is alive. Does not reject; on abort what
 * was asked so far is answered.
 */
export async function lookAtDomains(options: LookOptions): Promise<Looked> {
  const { domains, clock, onProgress } = options;
  const answers = new Map<string, Known>();
  if (domains.length === 0) return { answers, noLook: null };
  const stop = new AbortController();
  const forget = clock.after(DEADLINE_MS, () => stop.abort());
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const perhapsDead = new Map<string, Dead>();
  let done = 0;
  try {
    const first = resolverOf(options.servers, false, signal);
    const noLook = await impossible(first);
    if (noLook !== null) return { answers, noLook };
    await inTurns(domains, signal, async (domain) => {
      const answer = await askDomain(first, domain);
      if (answer.kind === "mail") answers.set(domain, answer);
      else if (answer.kind === "dead") perhapsDead.set(domain, answer);
      onProgress(++done);
    });
    for (let times = 1; times < AGREEING; times++) {
      // Another resolver of the system's, where there are several, and one that remembers no answer.
      const next = resolverOf(options.servers, times % 2 === 1, signal);
      await inTurns(perhapsDead.keys(), signal, async (domain) => {
        const [before, again] = [perhapsDead.get(domain), await askDomain(next, domain)];
        if (again.kind !== "dead" || again.why !== before?.why) perhapsDead.delete(domain);
      });
    }
    if (perhapsDead.size === 0 || signal.aborted) return { answers, noLook: null };
    const last = resolverOf(options.servers, false, signal);
    const alive = answers.size === 0 ? [WELL_KNOWN] : [...answers.keys()].slice(0, CONTROLS);
    const still = await Promise.all(alive.map((domain) => askDomain(last, domain)));
    if (!still.some(({ kind }) => kind === "mail")) return { answers, noLook: "offline" };
    if ((await impossible(last)) === "answers_all") return { answers, noLook: "answers_all" };
    for (const [domain, answer] of perhapsDead) answers.set(domain, answer);
    return { answers, noLook: null };
  } finally {
    forget();
  }
}

/** Whether nothing that `resolver` says counts: a name that is reserved never to exist is asked for. */
async function impossible(resolver: Asked): Promise<NoLook | null> {
  const answer = await askDomain(resolver, `winnow-${randomBytes(8).toString("hex")}.invalid`);
  if (answer.kind === "unclear") return "offline";
  return answer.kind === "mail" ? "answers_all" : null;
}

function resolverOf(servers: readonly string[] | undefined, reversed: boolean, signal: AbortSignal): Asked {
  const resolver = new Resolver({ timeout: QUESTION_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  else if (reversed) resolver.setServers(resolver.getServers().reverse());
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  return resolver;
}

/** Works through `items`, so many at once, and takes each only when its turn comes. Stops taking when `signal` aborts. */
async function inTurns(
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
