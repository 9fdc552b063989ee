import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { SENT_LIST } from "../../../shared/bridge/constants.ts";
import type { ChangedCleaning } from "../../../shared/bridge/memory.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { readyPreflight } from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import type { Handlers } from "../handlers.ts";
import { isOfTeam } from "../ledger/index.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import { recipientChoice } from "./extract-entries.ts";
import type { Written } from "./facts.ts";
import { listedImports, type Sources } from "./import-store.ts";
import type { MemoryTasks } from "./thread-tasks.ts";

export interface ImportsOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly sources: Sources;
  readonly clock: Pick<Clock, "now">;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
  /** Counts the verdicts of finished cleanings again, with the facts of a new import. Returns those that changed. */
  readonly recount: () => Promise<readonly ChangedCleaning[]>;
}

type ImportCalls = "memory.imports" | "memory.import" | "memory.facts" | "memory.remove";

/** Share of the deliverable addresses that an import may overturn without consent. Fewer than `FEW` never need it. */
const MUCH = 0.3;
const FEW = 100;

export function createImportCalls(options: ImportsOptions): Handlers<ImportCalls> {
  const { journal, layout, sources, runner, clock } = options;

  /** Refuses an import that would overturn many deliverable verdicts: it may be the wrong file. */
  async function notTooMuch(
    name: string,
    facts: string,
    { facts: count }: Written,
    assumedAt: number,
    signal: AbortSignal,
  ): Promise<Result<null>> {
    const input = { archive: layout.archive, facts, count, assumedAt };
    const overturned = await runner.run("memory.overturned", input, { signal });
    if (!overturned.ok) return overturned;
    const { held, turned } = overturned.value;
    const isMuch = turned >= FEW && turned > MUCH * held;
    return isMuch ? fail(problem("import_overturns", { name, held, turned })) : ok(null);
  }

  return {
    async "memory.imports"() {
      return ok({ imports: listedImports(journal) });
    },
    async "memory.import"({ listId, name, as: given, column, assumedAt, dateOrder, isAgreed }, { signal }) {
      const read = readyPreflight(journal, listId);
      if (!read.ok) return read;
      const meant = recipientChoice(read.value, given, column);
      if (!meant.ok) return meant;
      const now = clock.now();
      const dated = assumedAt ?? read.value.fileDate ?? now;
      const at = dated > now ? null : dated;
      const id = randomUUID();
      const target = sources.arriving(id);
      try {
        const recipients = { ...meant.value, dateOrder };
        const input = { list: layout.list(listId), recipients, now, target, dataDir: layout.dataDir };
        const taken = await runner.run("memory.takeOutcomes", input, { signal });
        // It contains nothing when read as that source.
        if (!taken.ok && given !== undefined && taken.problem.code === "list_changed")
          return fail(problem("import_nothing", { name }));
        if (!taken.ok) return taken;
        const { written, ...said } = taken.value;
        if (written.facts === 0)
          return fail(
            said.erased > 0
              ? problem("import_erased", { name, erased: said.erased })
              : problem("import_nothing", { name }),
          );
        if (isAgreed !== true) {
          const agreed = await notTooMuch(name, target, written, at ?? now, signal);
          if (!agreed.ok) return agreed;
        }
        const { source } = meant.value;
        const entered = await sources.enter(id, {
          ...written,
          name,
          kind: source === SENT_LIST ? "sent" : "outcomes",
          source,
          assumedAt: at,
        });
        return ok({ ...said, ...entered, changed: [...(await options.recount())] });
      } finally {
        await rm(target, { force: true });
      }
    },
    async "memory.facts"({ address }, { signal }) {
      const found = await runner.run("memory.factsAbout", { dataDir: layout.dataDir, address }, { signal });
      if (!found.ok) return found;
      const addresses = [address];
      const why = await runner.run(
        "memory.findSuppression",
        { dataDir: layout.dataDir, addresses },
        { signal },
      );
      return why.ok ? ok({ facts: found.value, leftOut: why.value[0] ?? null }) : why;
    },
    async "memory.remove"({ id }) {
      if (isOfTeam(id)) return fail(problem("import_of_colleague", {}));
      await sources.remove(id);
      return ok({});
    },
  };
}
