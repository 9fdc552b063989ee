import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { problem } from "../../../shared/problems.ts";
import { fail, ok } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import { readyPreflight } from "../lists/index.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import { listedImports, type Sources } from "./sources.ts";
import { exportOf } from "./take-file.ts";
import type { MemoryTasks } from "./thread-tasks.ts";

export interface ImportsOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly sources: Sources;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
}

/** What mailing services' exports say of addresses. */
export function createImportCalls(options: ImportsOptions): Handlers<"memory.imports" | "memory.import"> {
  const { journal, layout, sources, runner } = options;
  return {
    async "memory.imports"() {
      return ok({ imports: listedImports(journal) });
    },
    async "memory.import"({ listId, name, assumedAt = null }, { signal }) {
      const read = readyPreflight(journal, listId);
      if (!read.ok) return read;
      const meant = exportOf(read.value);
      if (meant === null) return fail(problem("import_nothing", { name }));
      const id = randomUUID();
      const target = sources.arriving(id);
      try {
        const input = { list: layout.list(listId), ...meant, target };
        const taken = await runner.run("memory.takeOutcomes", input, { signal });
        if (!taken.ok) return taken;
        const { written, ...said } = taken.value;
        if (written.facts === 0) return fail(problem("import_nothing", { name }));
        const { source } = meant;
        const entered = await sources.enter(id, { ...written, name, kind: "outcomes", source, assumedAt });
        return ok({ ...said, ...entered });
      } finally {
        await rm(target, { force: true });
      }
    },
  };
}
