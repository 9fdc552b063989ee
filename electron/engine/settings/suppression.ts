import { randomUUID } from "node:crypto";
import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { RowsToSuppress } from "../../../shared/bridge/suppression.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { syncFolder } from "../data-folder/index.ts";
import type { Clock, Handlers } from "../handlers.ts";
import { setAside } from "../lists/index.ts";
import { emptyLog, type Journal, type Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import { listedSuppression } from "./listed-suppression.ts";
import type { RowEntries } from "./row-entries.ts";
import { removedOf } from "./suppression-file.ts";
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
  /** Finds the entries that a cleaning's rows come to, and writes those that are new to the file `target`; null: counts them. */
  readonly entriesOfRows: (
    rows: RowsToSuppress,
    target: string | null,
    signal?: AbortSignal,
  ) => Promise<Result<RowEntries>>;
}

/** A workbook of more sheets is not looked through. */
const MOST_SHEETS = 50;

type SuppressionCalls =
  | "suppression.list"
  | "suppression.add"
  | "suppression.countRows"
  | "suppression.addRows"
  | "suppression.remove";

/** The user's suppression lists: addresses and whole domains (`@acme.example`) that are never verified or exported. */
export function createSuppressionCalls(options: SuppressionOptions): Handlers<SuppressionCalls> {
  const { journal, layout, clock, lists } = options;
  const { db } = journal;
  /** Its entries, until it is taken in. */
  const arriving = (id: string) => `${layout.suppression(id)}.new`;

  /** Reads a list and takes its entries: of a workbook, those of one sheet. */
  async function takeOne(
    listId: string,
    id: string,
    how: ReadOptions,
    columns: readonly number[] | null,
    signal: AbortSignal,
  ) {
    let read = await lists.read(listId, how, signal);
    let candidates: readonly number[] | null = null;
    if (read.ok) ({ candidates } = read.value);
    else if (read.problem.code === "file_no_addresses") {
      // A list of domains alone has no column of addresses: any may hold them.
      read = await lists.read(listId, { ...how, column: 0, hasHeader: false }, signal);
    }
    if (!read.ok) return read;
    const input = { list: layout.list(listId), candidates, columns, target: arriving(id) };
    const taken = await options.runner.run("settings.takeSuppressed", input, { signal });
    return taken.ok ? ok({ ...taken.value, read: read.value }) : taken;
  }

  async function take(
    listId: string,
    id: string,
    source: ListSource,
    columns: readonly number[] | null,
    signal: AbortSignal,
  ) {
    // Text that was pasted was never in another encoding.
    const how: ReadOptions = source.kind === "text" ? { encoding: "UTF-8" } : {};
    const taken = await takeOne(listId, id, how, columns, signal);
    if (!taken.ok || taken.value.read.sheets.length < 2) return taken;
    const { name, sheet, sheets, questions = [] } = taken.value.read;
    const refuse = (holding: readonly string[]) =>
      fail(problem("suppression_sheets", { name, sheets: holding }));
    // Whoever stands on a sheet that was not read would be written to.
    const asked = questions.find((one) => one.kind === "sheet");
    if (asked !== undefined && asked.alternatives.length > 1)
      return refuse(asked.alternatives.map((one) => one.name));
    if (sheets.length > MOST_SHEETS) return refuse(sheets);
    const holding: string[] = [];
    for (const other of sheets) {
      const found =
        other === sheet ? taken : await takeOne(listId, id, { ...how, sheet: other }, columns, signal);
      if (!found.ok && found.problem.code !== "file_empty") return found;
      if (found.ok && found.value.addresses + found.value.domains > 0) holding.push(other);
    }
    return holding.length > 1
      ? refuse(holding)
      : takeOne(listId, id, { ...how, sheet: holding[0] ?? sheet ?? undefined }, columns, signal);
  }

  /** Makes a list of the entries that are `arriving`. */
  function enter(id: string, name: string, { addresses, domains }: { addresses: number; domains: number }) {
    // From here on it counts, with a row or without: recover-suppression.ts takes in what has none.
    renameSync(arriving(id), layout.suppression(id));
    syncFolder(layout.suppressionDir);
    const added = { id, name, addresses, domains, createdAt: clock.now() };
    journal.commit(() =>
      db
        .prepare(
          "INSERT INTO suppression_lists (id, name, addresses, domains, created_at) VALUES (?, ?, ?, ?, ?)",
        )
        .run(added.id, added.name, added.addresses, added.domains, added.createdAt),
    );
    return added;
  }

  return {
    async "suppression.list"() {
      return ok({ lists: listedSuppression(journal) });
    },
    async "suppression.add"({ name, source, columns: chosen }, { signal }) {
      const opened = await lists.open(source, signal);
      if (!opened.ok) return opened;
      setAside(journal, opened.value.listId);
      const id = randomUUID();
      const remove = () => rm(arriving(id), { force: true });
      let taken: Awaited<ReturnType<typeof take>> | null = null;
      try {
        taken = await take(opened.value.listId, id, source, chosen ?? null, signal);
      } finally {
        // The copy holds everybody's addresses, and is needed no more whatever came of it.
        await lists.discard(opened.value.listId);
        if (taken?.ok !== true) await remove();
      }
      if (!taken.ok) return taken;
      const { addresses, domains, ignored, beside, columns } = taken.value;
      if (addresses + domains === 0) {
        await remove();
        return fail(problem("suppression_empty", { name: opened.value.name }));
      }
      const added = enter(id, name, { addresses, domains });
      return ok({ ...added, ignored, beside, columns: [...columns] });
    },
    async "suppression.countRows"(rows, { signal }) {
      const found = await options.entriesOfRows(rows, null, signal);
      if (!found.ok) return found;
      const { addresses, already, without } = found.value;
      return ok({ fresh: addresses, already, without });
    },
    async "suppression.addRows"({ name, shown, ...rows }) {
      const id = randomUUID();
      let isEntered = false;
      try {
        const found = await options.entriesOfRows(rows, arriving(id));
        if (!found.ok) return found;
        const { addresses, already, without } = found.value;
        if (shown !== undefined && shown !== addresses)
          return fail(problem("suppression_rows_changed", { shown, now: addresses }));
        if (addresses === 0) return fail(problem("suppression_none_new", { already }));
        const added = enter(id, name, { addresses, domains: 0 });
        isEntered = true;
        return ok({ ...added, already, without });
      } finally {
        if (!isEntered) await rm(arriving(id), { force: true });
      }
    },
    async "suppression.remove"({ id }) {
      const known = db.prepare("SELECT 1 FROM suppression_lists WHERE id = ?").get(id);
      if (known === undefined) return ok({});
      const path = layout.suppression(id);
      const removed = removedOf(path);
      // A file without a row would count again at the next start.
      if (existsSync(path)) {
        renameSync(path, removed);
        syncFolder(layout.suppressionDir);
      }
      journal.commit(() => db.prepare("DELETE FROM suppression_lists WHERE id = ?").run(id));
      // What cannot be deleted now is at the next start.
      await rm(removed, { force: true }).catch(() => {});
      emptyLog(db);
      return ok({});
    },
  };
}
