import { MAX_DEAD_DOMAINS } from "../../../shared/bridge/domains.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { domainOf } from "../../../shared/fold-addresses.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { readyPreflight } from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import type { Emit, Handlers } from "../handlers.ts";
import { typoSuggestions } from "../lists/index.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import { lookAtDomains } from "./lookup.ts";
import { freshAnswers, keepAnswers } from "./stored.ts";
import type { DomainTasks } from "./thread-tasks.ts";

interface DomainCallsOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: Pick<TaskRunner<DomainTasks>, "run">;
  readonly clock: Clock;
  readonly emit: Emit;
  /** DNS servers (`ip[:port]`) to use instead of the system's. */
  readonly servers?: readonly string[] | undefined;
}

/** Domains between two progress events. */
const STEP = 50;

export function createDomainCalls(options: DomainCallsOptions): Handlers<"domains.look" | "domains.stop"> {
  const { journal, layout, runner, clock, emit, servers } = options;
  const runningLookups = new Map<string, AbortController>();

  async function look(listId: string, signal: AbortSignal): Promise<Result<CallOutput<"domains.look">>> {
    const stop = new AbortController();
    runningLookups.get(listId)?.abort();
    runningLookups.set(listId, stop);
    try {
      return await lookUntil(listId, AbortSignal.any([signal, stop.signal]));
    } finally {
      if (runningLookups.get(listId) === stop) runningLookups.delete(listId);
    }
  }

  async function lookUntil(listId: string, signal: AbortSignal): Promise<Result<CallOutput<"domains.look">>> {
    const preflight = readyPreflight(journal, listId);
    if (!preflight.ok) return preflight;
    const read = await runner.run("domains.ofList", { list: layout.list(listId) }, { signal });
    if (!read.ok) return read;
    const counts = read.value;
    const known = new Map(freshAnswers(journal, clock.now()));
    const domains = counts.map(({ domain }) => domain).filter((domain) => !known.has(domain));
    const { answers, noLook } = await lookAtDomains({
      domains,
      clock,
      signal,
      servers,
      onProgress(done) {
        if (done % STEP === 0) emit({ event: "domains.progress", listId, done, total: domains.length });
      },
    });
    await keepAnswers(journal, answers, clock.now());
    for (const [domain, answer] of answers) known.set(domain, answer);
    const dead = counts.flatMap(({ domain, addresses }) => {
      const answer = known.get(domain);
      return answer?.kind === "dead" ? [{ domain, why: answer.why, addresses }] : [];
    });
    return ok({
      domains: counts.length,
      unclear: counts.filter(({ domain }) => !known.has(domain)).length,
      noLook,
      deadDomains: dead.length,
      deadAddresses: dead.reduce((sum, { addresses }) => sum + addresses, 0),
      dead: dead.slice(0, MAX_DEAD_DOMAINS),
      deadTypos: typosAt(listId, new Set(dead.map(({ domain }) => domain))),
    });
  }

  function typosAt(listId: string, dead: ReadonlySet<string>): string[] {
    if (dead.size === 0) return [];
    const typos = typoSuggestions(layout.list(listId)).keys();
    return [...typos].filter((typo) => dead.has(domainOf(typo)));
  }

  return {
    "domains.look": ({ listId }, { signal }) => look(listId, signal),
    async "domains.stop"({ listId }) {
      runningLookups.get(listId)?.abort();
      return ok({});
    },
  };
}
