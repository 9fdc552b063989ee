import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { suppressionListSchema } from "../../../shared/bridge/app.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Handlers } from "../handlers.ts";
import type { Journal, Layout, TaskRunner } from "../store/index.ts";
import type { SettingsTasks } from "./tasks.ts";

export interface SuppressionOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly clock: Clock;
  readonly runner: Pick<TaskRunner<SettingsTasks>, "run">;
  /** Lists as they come in everywhere: copied, with their encoding, their columns and their sheets found. */
  readonly lists: {
    open(source: ListSource, signal: AbortSignal): Promise<Result<{ listId: string; name: string }>>;
    read(listId: string, options: ReadOptions, signal: AbortSignal): Promise<Result<Preflight>>;
    discard(listId: string): Promise<unknown>;
  };
}

type SuppressionCalls = "suppression.list" | "suppression.add" | "suppression.remove";

/** The user's suppression lists: addresses and whole domains (`@acme.example`) that are never verified or exported. */
export function createSuppressionCalls(options: SuppressionOptions): Handlers<SuppressionCalls> {
  const { journal, layout, clock, lists } = options;
  const { db } = journal;
  const list = db.prepare(
    "SELECT id, name, addresses, domains, created_at AS createdAt FROM suppression_lists ORDER BY created_at",
  );

  /** A list of domains alone has no column of addresses: any may hold them. */
  async function read(listId: string, signal: AbortSignal): Promise<Result<readonly number[] | null>> {
    const found = await lists.read(listId, {}, signal);
    if (found.ok) {
      // Whoever stands on a sheet that was not read would be written to.
      const asked = found.value.questions?.find((one) => one.kind === "sheet");
      if (asked !== undefined && asked.alternatives.length > 1) {
        const sheets = asked.alternatives.map((one) => one.name);
        return fail(problem("suppression_sheets", { name: found.value.name, sheets }));
      }
      return ok(found.value.candidates);
    }
    if (found.problem.code !== "file_no_addresses") return found;
    const again = await lists.read(listId, { column: 0, hasHeader: false }, signal);
    return again.ok ? ok(null) : again;
  }

  async function take(listId: string, id: string, signal: AbortSignal) {
    const candidates = await read(listId, signal);
    if (!candidates.ok) return candidates;
    const input = { list: layout.list(listId), candidates: candidates.value, target: layout.suppression(id) };
    return options.runner.run("settings.takeSuppressed", input, { signal });
  }

  return {
    async "suppression.list"() {
      return ok({ lists: list.all().map((row) => suppressionListSchema.parse(row)) });
    },
    async "suppression.add"({ name, source }, { signal }) {
      const opened = await lists.open(source, signal);
      if (!opened.ok) return opened;
      const id = randomUUID();
      const taken = await take(opened.value.listId, id, signal);
      await lists.discard(opened.value.listId);
      const remove = () => rm(layout.suppression(id), { force: true });
      if (!taken.ok) {
        await remove();
        return taken;
      }
      const { addresses, domains, ignored } = taken.value;
      if (addresses + domains === 0) {
        await remove();
        return fail(problem("suppression_empty", { name: opened.value.name }));
      }
      const added = { id, name, addresses, domains, createdAt: clock.now() };
      // The entries are on disk: with this row they count.
      journal.commit(() =>
        db
          .prepare(
            "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, ?, ?, ?)",
          )
          .run(added.id, added.name, added.addresses, added.domains, added.createdAt),
      );
      return ok({ ...added, ignored });
    },
    async "suppression.remove"({ id }) {
      const known = db.prepare("SELECT 1 FROM suppression_lists WHERE id = ?").get(id);
      if (known === undefined) return ok({});
      journal.commit(() => db.prepare("DELETE FROM suppression_lists WHERE id = ?").run(id));
      // What cannot be deleted now is at the next start.
      await rm(layout.suppression(id), { force: true }).catch(() => {});
      return ok({});
    },
  };
}
