import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { RowsToSuppress } from "../../../shared/bridge/suppression.ts";
import type { EngineCallName } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { markTemporary } from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import type { Handlers } from "../handlers.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import { entriesIn } from "./entries.ts";
import { extractEntries, type OpenedLists } from "./extract-entries.ts";
import { type Written, writeFacts } from "./facts.ts";
import { type Sources, USER } from "./import-store.ts";
import {
  allowing,
  listedSuppression,
  type RowEntries,
  type SuppressionReason,
} from "./suppression-lookup.ts";
import type { MemoryTasks } from "./thread-tasks.ts";

export interface SuppressionOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly sources: Sources;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
  readonly lists: OpenedLists;
  readonly clock: Pick<Clock, "now">;
  /** Writes the unsuppressed people in rows to `target`; only counts them if it is `null`. */
  readonly entriesOfRows: (
    rows: RowsToSuppress,
    target: string | null,
    signal?: AbortSignal,
  ) => Promise<Result<PeopleOfRows>>;
}

interface Arrived extends Written {
  readonly addresses: number;
  readonly domains: number;
}

/** `written` is `null` if they were only counted, or there were none. */
export interface PeopleOfRows extends RowEntries {
  readonly written: Written | null;
}

export function createSuppressionCalls(
  options: SuppressionOptions,
): Handlers<Extract<EngineCallName, `suppression.${string}`>> {
  const { journal, layout, sources, lists, runner, clock } = options;
  const enter = (id: string, name: string, arrived: Arrived) =>
    sources.enter(id, { ...arrived, name, kind: "suppression", source: USER, assumedAt: null });

  /** Adds a list of the people that `find` writes to a file. `shown` is the number that the user agreed to. */
  async function addFound(
    name: string,
    shown: number | undefined,
    find: (target: string) => Promise<Result<PeopleOfRows>>,
  ) {
    const id = randomUUID();
    let isEntered = false;
    try {
      const found = await find(sources.arriving(id));
      if (!found.ok) return found;
      const { addresses, already, without, written } = found.value;
      if (shown !== undefined && shown !== addresses)
        return fail(problem("suppression_rows_changed", { shown, now: addresses }));
      if (addresses === 0 || written === null) return fail(problem("suppression_none_new", { already }));
      const added = await enter(id, name, { ...written, addresses, domains: 0 });
      isEntered = true;
      return ok({ ...added, already, without });
    } finally {
      if (!isEntered) await rm(sources.arriving(id), { force: true });
    }
  }

  return {
    async "suppression.list"() {
      return ok({ lists: listedSuppression(journal) });
    },
    async "suppression.add"({ name, source, column, everyone = false }, { signal }) {
      const opened = await lists.open(source, signal);
      if (!opened.ok) return opened;
      markTemporary(journal, opened.value.listId);
      const id = randomUUID();
      const remove = () => rm(sources.arriving(id), { force: true });
      const { listId } = opened.value;
      const into = {
        list: layout.list(listId),
        target: sources.arriving(id),
        everyone,
        column,
        erased: layout.erased,
      };
      let taken: Awaited<ReturnType<typeof extractEntries>> | null = null;
      try {
        taken = await extractEntries({ lists, runner }, { listId, source, ...into }, signal);
      } finally {
        // The copy contains personal data and is no longer needed.
        await lists.discard(listId);
        if (taken?.ok !== true) await remove();
      }
      if (!taken.ok) return taken;
      const { addresses, domains, ignored, erased } = taken.value;
      if (addresses + domains === 0) {
        await remove();
        const { name: file } = opened.value;
        return fail(
          erased > 0
            ? problem("suppression_erased", { name: file, erased })
            : problem("suppression_empty", { name: file }),
        );
      }
      const { facts, digest, outcomes } = taken.value;
      const added = await enter(id, name, { facts, digest, outcomes, addresses, domains });
      return ok({ ...added, ignored, erased });
    },
    async "suppression.allow"({ entries: given, reason }) {
      const addresses = given.flatMap((one) => entriesIn(one).entries).filter((one) => !one.startsWith("@"));
      const input = { dataDir: layout.dataDir, addresses };
      const left = await runner.run("memory.findSuppression", input, {});
      if (!left.ok) return left;
      const entries = [...new Set(addresses.filter((_, at) => left.value[at] === "suppressed"))];
      const isErased = left.value.includes("erased");
      if (entries.length === 0)
        return fail(problem("suppression_not_suppressed", { names: given, isErased }));
      const id = randomUUID();
      const written = writeFacts(sources.arriving(id), allowing(entries, clock.now(), reason));
      if (!written.ok) return written;
      const arrival = { ...written.value, addresses: 0, domains: 0, assumedAt: null };
      const name = reason === "" ? "Let back in" : reason;
      await sources.enter(id, { ...arrival, name, kind: "outcomes", source: USER });
      return ok({ id, entries });
    },
    async "suppression.countRows"(rows, { signal }) {
      const found = await options.entriesOfRows(rows, null, signal);
      if (!found.ok) return found;
      const { addresses, already, without } = found.value;
      return ok({ fresh: addresses, already, without });
    },
    async "suppression.addRows"({ name, shown, ...rows }) {
      return addFound(name, shown, (target) => options.entriesOfRows(rows, target));
    },
  };
}

interface Batch {
  readonly addresses: string[];
  readonly answer: Promise<Result<(SuppressionReason | null)[]>>;
}

export interface SuppressionLookupOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
}

/**
 * Creates a lookup of why an address is left out, which batches calls made while the lists are being read. Fails with
 * `store_corrupt`.
 */
export function createSuppressionLookup({ journal, layout, runner }: SuppressionLookupOptions) {
  const any = journal.db.prepare("SELECT 1 FROM imports WHERE addresses + domains > 0 LIMIT 1");
  let next: Batch | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  function gather(): Batch {
    const addresses: string[] = [];
    const answer = reading.then(() => {
      next = null;
      return runner.run("memory.findSuppression", { dataDir: layout.dataDir, addresses });
    });
    reading = answer.catch(() => {});
    return { addresses, answer };
  }

  return async (address: string): Promise<Result<SuppressionReason | null>> => {
    if (any.get() === undefined && !existsSync(layout.erased)) return ok(null);
    next ??= gather();
    const at = next.addresses.push(address) - 1;
    const answer = await next.answer;
    return answer.ok ? ok(answer.value[at] ?? null) : fail(answer.problem);
  };
}
