import { z } from "zod";
import {
  cellCountsSchema,
  cleaningOptionsSchema,
  outputFileSchema,
  priceSchema,
  timelineEntrySchema,
  verdictCountsSchema,
} from "../../../shared/bridge/cleanings.ts";
import { foldSearch } from "../../../shared/fold.ts";
import type { Journal } from "../store/index.ts";
import { type PartRecord, partRecordSchema, storedPart } from "./part/record.ts";
import { type Reason, reasonInWords, storedReason } from "./reasons.ts";

const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: "custom", message: parsed.error.message });
    } catch {
      context.addIssue({ code: "custom", message: "not JSON" });
    }
    return z.NEVER;
  });

const flag = z.int().transform((value) => value !== 0);

/** The cleaning's output file; `rows` is `null` until it has been written. */
export const storedOutSchema = outputFileSchema.extend({
  rows: z.int().nullable(),
  ...cellCountsSchema.shape,
});

export const cleaningRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  list_id: z.string(),
  account_id: z.string(),
  scope: z.string(),
  options: json(cleaningOptionsSchema),
  price: json(priceSchema),
  unique_addresses: z.int(),
  agreed_credits: z.int(),
  out: json(storedOutSchema).nullable(),
  state: z.enum(["active", "done", "failed", "cancelled", "imported"]),
  counts: json(verdictCountsSchema).nullable(),
  missing: z.int(),
  watching: flag,
  tags: json(z.array(z.string())),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  deleted_at: z.number().nullable(),
});
export type CleaningRow = z.output<typeof cleaningRowSchema>;
export type NewCleaning = Omit<
  CleaningRow,
  "counts" | "missing" | "watching" | "tags" | "finished_at" | "deleted_at"
>;

const partRowSchema = z.object({
  cleaning_id: z.string(),
  ordinal: z.int(),
  bytes: z.number(),
  record: json(partRecordSchema),
});
export interface PartRow {
  readonly cleaningId: string;
  readonly ordinal: number;
  readonly bytes: number;
  readonly record: PartRecord;
}

const tagsSchema = z.array(z.string()).catch([]);

/** Returns 1 if the name or a tag contains `wanted` (already folded for search), else 0. */
function isCalled(name: unknown, tags: unknown, wanted: unknown): 0 | 1 {
  const stored = typeof tags === "string" ? parsed(tags) : [];
  return [String(name), ...tagsSchema.parse(stored)].some((text) => foldSearch(text).includes(String(wanted)))
    ? 1
    : 0;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return [];
  }
}

/** Accessors of cleanings, parts and timeline in the journal. Synchronous; wrap writes in `commit`. */
export function createRecords(journal: Journal) {
  const { db } = journal;
  db.function("is_called", { deterministic: true }, isCalled);
  const statements = {
    cleaning: db.prepare("SELECT * FROM cleanings WHERE id = ?"),
    parts: db.prepare("SELECT * FROM parts WHERE cleaning_id = ? ORDER BY ordinal"),
    part: db.prepare("SELECT * FROM parts WHERE cleaning_id = ? AND ordinal = ?"),
    savePart: db.prepare(
      "UPDATE parts SET state = ?, job_id = ?, record = ?, updated_at = ? WHERE cleaning_id = ? AND ordinal = ?",
    ),
    note: db.prepare(
      "INSERT INTO journal (cleaning_id, ordinal, at, from_state, to_state, why) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    timeline: db.prepare(
      "SELECT at, ordinal AS part, from_state AS [from], to_state AS [to], why FROM journal WHERE cleaning_id = ? ORDER BY id",
    ),
    active: db.prepare(
      "SELECT id FROM cleanings WHERE state = 'active' AND deleted_at IS NULL ORDER BY created_at",
    ),
    unremoved: db.prepare(
      `SELECT * FROM parts
       WHERE state IN ('cancelled', 'done', 'failed', 'gone') AND json_valid(record)
         AND job_id IS NOT NULL AND json_extract(record, '$.atService') = 1
         AND (state = 'cancelled' OR (state = 'done' AND json_extract(record, '$.removal') = 1))
       ORDER BY updated_at`,
    ),
    unwritten: db.prepare(
      `SELECT id FROM cleanings
       WHERE state IN ('done', 'imported') AND deleted_at IS NULL AND json_valid(out)
         AND json_extract(out, '$.rows') IS NULL ORDER BY created_at`,
    ),
  };
  const idSchema = z.object({ id: z.string() });
  const parsePart = (row: unknown): PartRow => {
    const { cleaning_id, ordinal, bytes, record } = partRowSchema.parse(row);
    return { cleaningId: cleaning_id, ordinal, bytes, record };
  };

  return {
    cleaning(id: string): CleaningRow | null {
      const row = statements.cleaning.get(id);
      return row === undefined ? null : cleaningRowSchema.parse(row);
    },
    parts: (id: string): PartRow[] => statements.parts.all(id).map(parsePart),
    part(id: string, ordinal: number): PartRow | null {
      const row = statements.part.get(id, ordinal);
      return row === undefined ? null : parsePart(row);
    },
    timeline: (id: string) =>
      statements.timeline
        .all(id)
        .map((row) => timelineEntrySchema.parse(row))
        .map((entry) => ({ ...entry, why: reasonInWords(entry.why) })),
    /** Returns the ids of unfinished cleanings outside the bin, oldest first. */
    active: (): string[] => statements.active.all().map((row) => idSchema.parse(row).id),
    /** Returns the ids of cleanings with complete results whose requested file is not written yet. */
    unwritten: (): string[] => statements.unwritten.all().map((row) => idSchema.parse(row).id),
    /** Returns the cancelled parts, and the parts to delete after fetching, whose lists may still be at the service. */
    unremoved: (): PartRow[] => statements.unremoved.all().map(parsePart),
    /** Returns the cleanings binned before `time`, with their lists. */
    binnedBefore: (time: number) =>
      db
        .prepare(
          "SELECT id, list_id AS listId, name FROM cleanings WHERE deleted_at < ? AND state <> 'active'",
        )
        .all(time)
        .map((row) => z.object({ id: z.string(), listId: z.string(), name: z.string() }).parse(row)),
    erase(id: string): void {
      db.prepare("DELETE FROM cleanings WHERE id = ?").run(id);
    },
    countOf: (accountId: string): number =>
      z
        .object({ n: z.int() })
        .parse(db.prepare("SELECT count(*) AS n FROM cleanings WHERE account_id = ?").get(accountId)).n,
    list(search: string, bin: boolean, offset: number, limit: number): { total: number; ids: string[] } {
      const wanted = foldSearch(search);
      const where = `deleted_at IS ${bin ? "NOT NULL" : "NULL"} AND is_called(name, tags, ?)`;
      const total = z
        .object({ n: z.int() })
        .parse(db.prepare(`SELECT count(*) AS n FROM cleanings WHERE ${where}`).get(wanted)).n;
      const ids = db
        .prepare(
          `SELECT id FROM cleanings WHERE ${where} ORDER BY created_at DESC, rowid DESC LIMIT ? OFFSET ?`,
        )
        .all(wanted, limit, offset)
        .map((row) => idSchema.parse(row).id);
      return { total, ids };
    },
    insert(cleaning: NewCleaning, parts: readonly Omit<PartRow, "cleaningId">[], at: number): void {
      db.prepare(
        `INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses,
           agreed_credits, out, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        cleaning.id,
        cleaning.name,
        cleaning.list_id,
        cleaning.account_id,
        cleaning.scope,
        JSON.stringify(cleaning.options),
        JSON.stringify(cleaning.price),
        cleaning.unique_addresses,
        cleaning.agreed_credits,
        cleaning.out === null ? null : JSON.stringify(cleaning.out),
        cleaning.state,
        cleaning.created_at,
      );
      const insert = db.prepare(
        "INSERT INTO parts (cleaning_id, ordinal, addresses, bytes, state, record, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
      );
      for (const { ordinal, bytes, record } of parts) {
        insert.run(cleaning.id, ordinal, record.addresses, bytes, record.state.kind, storedPart(record), at);
      }
    },
    savePart(id: string, ordinal: number, record: PartRecord, at: number): void {
      const jobId = "jobId" in record.state ? record.state.jobId : null;
      statements.savePart.run(record.state.kind, jobId, storedPart(record), at, id, ordinal);
    },
    note(id: string, ordinal: number | null, at: number, from: string | null, to: string, why: Reason): void {
      statements.note.run(id, ordinal, at, from, to, storedReason(why));
    },
    finish(
      id: string,
      state: CleaningRow["state"],
      counts: unknown,
      missing: number,
      at: number | null,
    ): void {
      db.prepare("UPDATE cleanings SET state = ?, counts = ?, missing = ?, finished_at = ? WHERE id = ?").run(
        state,
        counts === null ? null : JSON.stringify(counts),
        missing,
        at,
        id,
      );
    },
    /** Reactivates a finished cleaning; its output file will be written again. */
    reopen(row: CleaningRow): void {
      const out = row.out === null ? null : outputFileSchema.parse(row.out);
      db.prepare(
        "UPDATE cleanings SET state = 'active', counts = NULL, missing = 0, finished_at = NULL, out = ? WHERE id = ?",
      ).run(out === null ? null : JSON.stringify({ ...out, rows: null }), row.id);
    },
    setOut(id: string, out: z.output<typeof storedOutSchema> | null): void {
      const stored = out === null ? null : JSON.stringify(out);
      db.prepare("UPDATE cleanings SET out = ? WHERE id = ?").run(stored, id);
    },
    setWatching(id: string, watching: boolean): void {
      db.prepare("UPDATE cleanings SET watching = ? WHERE id = ?").run(watching ? 1 : 0, id);
    },
    setDeleted(id: string, at: number | null): void {
      db.prepare("UPDATE cleanings SET deleted_at = ? WHERE id = ?").run(at, id);
    },
    update(id: string, name: string | null, tags: readonly string[] | null): void {
      if (name !== null) db.prepare("UPDATE cleanings SET name = ? WHERE id = ?").run(name, id);
      if (tags !== null)
        db.prepare("UPDATE cleanings SET tags = ? WHERE id = ?").run(JSON.stringify(tags), id);
    },
    setAgreed(id: string, credits: number): void {
      db.prepare("UPDATE cleanings SET agreed_credits = ? WHERE id = ?").run(credits, id);
    },
  };
}
export type Records = ReturnType<typeof createRecords>;

/** Marks a cleaning as active and watched because one of its parts moves. Call it in the same commit. */
export function putUnderWay(records: Records, row: CleaningRow, now: number): void {
  if (!row.watching) records.setWatching(row.id, true);
  if (row.state === "active") return;
  records.reopen(row);
  records.note(row.id, null, now, row.state, "active", "released");
}
