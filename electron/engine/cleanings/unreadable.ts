import { z } from "zod";
import { DEFAULT_CLEANING_OPTIONS, type Price } from "../../../shared/bridge/cleanings.ts";
import { problem } from "../../../shared/problems.ts";
import { newPart, type PartRecord } from "./part/record.ts";
import type { PartRow } from "./rows.ts";

const columnsSchema = z.object({
  cleaning_id: z.string(),
  ordinal: z.int(),
  addresses: z.int(),
  bytes: z.number(),
  state: z.string(),
  job_id: z.string().nullable(),
  updated_at: z.number(),
});

/** States in which nothing can have been paid for. */
const UNPAID = new Set(["queued", "uploading", "uncertain", "preparing", "ready", "cancelled"]);

const CHECKED_ALONE = new Set(["checking", "checked"]);

/**
 * A part whose record cannot be read, by the columns beside it: shown as failed, and as paid for unless its state
 * rules that out, so that trying again asks the service before anything is sent or started.
 */
export function unreadablePart(row: unknown): PartRow {
  const columns = columnsSchema.parse(row);
  const paid = !UNPAID.has(columns.state) && columns.job_id !== null;
  // What was checked alone cannot be asked about: whether it is sent again is the user's to decide.
  const checked = CHECKED_ALONE.has(columns.state);
  const record: PartRecord = {
    ...newPart(columns.addresses, { single: checked }),
    state: checked ? { kind: "uncertain" } : { kind: "failed", jobId: columns.job_id },
    problem: problem("history_unreadable"),
    mayBeCharged: paid || checked,
    startedAt: paid ? columns.updated_at : null,
    uploadedAt: columns.job_id === null ? null : columns.updated_at,
    atService: columns.job_id !== null,
  };
  return { cleaningId: columns.cleaning_id, ordinal: columns.ordinal, bytes: columns.bytes, record };
}

const NO_PRICE: Price = {
  rows: 0,
  repeated: 0,
  malformed: 0,
  empty: 0,
  suppressed: 0,
  known: 0,
  beyondLimit: 0,
  credits: 0,
  available: null,
  parts: 0,
};

/** The columns of a cleaning with what cannot be read in them left out. The row itself stays as it is. */
export function readableCleaning(row: unknown): unknown {
  const columns = z
    .looseObject({ unique_addresses: z.int().catch(0), agreed_credits: z.int().catch(0) })
    .parse(row);
  const price: Price = { ...NO_PRICE, rows: columns.unique_addresses, credits: columns.agreed_credits };
  return {
    ...columns,
    options: JSON.stringify(DEFAULT_CLEANING_OPTIONS),
    price: JSON.stringify(price),
    out: null,
    counts: null,
    tags: "[]",
  };
}
