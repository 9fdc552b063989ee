import { z } from "zod";
import type { ColumnStore } from "../../../store/index.ts";
import { createTables } from "../../results-store.ts";

export type Decision = "keep" | "drop";

/** Codes of marks; 0 means unmarked. */
export const MARK: Record<Decision, number> = { keep: 1, drop: 2 };

const stepSchema = z.object({
  id: z.number(),
  decision: z.enum(["keep", "drop"]).nullable(),
  reason: z.string(),
  rows: z.instanceof(Buffer),
});
const sizesSchema = z.array(z.object({ id: z.number(), bytes: z.number() }));
const idSchema = z.object({ id: z.number().nullable() });

/** Maximum bytes of undoable steps: sixteen times all of a million rows. */
const MAX_UNDO_BYTES = 64 * 1024 * 1024;
/** `undone` value of a step that can no longer be undone. */
const SETTLED = -1;

/** The user's overrides of single rows. Stored as steps, so that undo and redo survive a restart. */
export type Marks = ReturnType<typeof openMarks>;

/** Reads the marks of a cleaning. If `store` is `null`, nothing can be marked. */
export function openMarks(store: ColumnStore | null, rows: number, mostBytes = MAX_UNDO_BYTES) {
  const marks = new Uint8Array(rows);
  const madeBy = new Uint32Array(rows);
  const reasons = new Map<number, string>();
  if (store !== null && !store.db.readonly) createTables(store);
  replay();

  function replay(): void {
    marks.fill(0);
    madeBy.fill(0);
    reasons.clear();
    if (store === null || !hasTable(store)) return;
    const steps = store.db
      .prepare("SELECT id, decision, reason, rows FROM override_steps WHERE undone <= 0 ORDER BY id")
      .iterate();
    for (const raw of steps) {
      const step = stepSchema.parse(raw);
      const mark = step.decision === null ? 0 : MARK[step.decision];
      reasons.set(step.id, step.reason);
      for (const row of rowsOf(step.rows)) {
        if (row >= rows) continue;
        marks[row] = mark;
        madeBy[row] = step.id;
      }
    }
  }

  /** Makes the oldest steps permanent if all steps exceed the size limit. Call it in a transaction. */
  function makeOldestPermanent({ db }: ColumnStore): void {
    const steps = sizesSchema.parse(
      db.prepare("SELECT id, length(rows) AS bytes FROM override_steps WHERE undone = 0 ORDER BY id").all(),
    );
    let total = steps.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= mostBytes) return;
    const stay = db.prepare(`UPDATE override_steps SET undone = ${SETTLED} WHERE id = ?`);
    for (const { id, bytes } of steps.slice(0, -1)) {
      if (total <= mostBytes) break;
      stay.run(id);
      total -= bytes;
    }
    condense(db);
  }

  /** Drops overridden rows of permanent steps, which bounds their size by the row count. */
  function condense(db: ColumnStore["db"]): void {
    const decided = new Uint8Array(rows);
    const ids = z
      .array(z.number())
      .parse(
        db.prepare(`SELECT id FROM override_steps WHERE undone = ${SETTLED} ORDER BY id DESC`).pluck().all(),
      );
    for (const id of ids) {
      const step = stepSchema.parse(
        db.prepare("SELECT id, decision, reason, rows FROM override_steps WHERE id = ?").get(id),
      );
      const own = rowsOf(step.rows).filter((row) => row < rows && decided[row] === 0);
      for (const row of own) decided[row] = 1;
      if (step.decision === null || own.length === 0)
        db.prepare("DELETE FROM override_steps WHERE id = ?").run(id);
      else
        db.prepare("UPDATE override_steps SET rows = ? WHERE id = ?").run(
          Buffer.from(own.buffer, own.byteOffset, own.byteLength),
          id,
        );
    }
  }

  function counted(change: () => void): number {
    const before = marks.slice();
    change();
    replay();
    let changed = 0;
    for (let row = 0; row < rows; row++) if (before[row] !== marks[row]) changed++;
    return changed;
  }

  return {
    /** `MARK` code by row. Updated in place. */
    byRow: marks,
    reason: (row: number) => (marks[row] === 0 ? null : (reasons.get(madeBy[row] ?? 0) ?? null)),
    /** Marks `rows`; `null` clears. Drops undone steps. Returns the number of changed marks. */
    mark(chosen: Uint32Array, decision: Decision | null, reason: string): number {
      if (store === null) return 0;
      const mark = decision === null ? 0 : MARK[decision];
      const reasonOf = (row: number) => reasons.get(madeBy[row] ?? 0) ?? "";
      const isNew = (row: number) => marks[row] !== mark || (mark !== 0 && reasonOf(row) !== reason);
      const wanted = chosen.filter((row) => row < rows && isNew(row));
      if (wanted.length === 0) return 0;
      return counted(() => {
        store.transaction(() => {
          store.db.prepare("DELETE FROM override_steps WHERE undone = 1").run();
          store.db
            .prepare("INSERT INTO override_steps (decision, reason, rows) VALUES (?, ?, ?)")
            .run(decision, reason, Buffer.from(wanted.buffer, wanted.byteOffset, wanted.byteLength));
          makeOldestPermanent(store);
        });
      });
    },
    steps(): { undo: boolean; redo: boolean } {
      if (store === null || !hasTable(store)) return { undo: false, redo: false };
      const found = z
        .array(z.object({ undone: z.number() }))
        .parse(store.db.prepare("SELECT DISTINCT undone FROM override_steps").all());
      return { undo: found.some((one) => one.undone === 0), redo: found.some((one) => one.undone === 1) };
    },
    /** Undoes the last step, or redoes the last undone one. Returns the number of changed marks. */
    step(redo: boolean): number {
      if (store === null) return 0;
      const pick = redo
        ? "SELECT min(id) AS id FROM override_steps WHERE undone = 1"
        : "SELECT max(id) AS id FROM override_steps WHERE undone = 0";
      const { id } = idSchema.parse(store.db.prepare(pick).get());
      if (id === null) return 0;
      return counted(() => {
        store.transaction(() =>
          store.db.prepare("UPDATE override_steps SET undone = ? WHERE id = ?").run(redo ? 0 : 1, id),
        );
      });
    },
  };
}

function hasTable(store: ColumnStore): boolean {
  return (
    store.db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'override_steps'").get() !==
    undefined
  );
}

function rowsOf(bytes: Buffer): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
