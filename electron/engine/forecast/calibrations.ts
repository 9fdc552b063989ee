import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import { serviceRecordSchema } from "../../../shared/bridge/forecast.ts";
import type { Journal, Layout } from "../store/index.ts";
import { type Calibration, calibrate } from "./model.ts";

const betaSchema = z.object({ hits: z.number().positive(), misses: z.number().positive() });
const ratesSchema = z.object({
  sent: z.int(),
  bounced: z.int(),
  rate: betaSchema,
  withinHosts: z.number(),
  withinDomains: z.number(),
  hosts: z.record(
    z.string(),
    z.object({
      sent: z.int(),
      bounced: z.int(),
      rate: betaSchema,
      domains: z.record(z.string(), z.object({ sent: z.int(), bounced: z.int(), rate: betaSchema })),
    }),
  ),
});
const calibrationSchema = z.object({
  deliverable: ratesSchema,
  accept_all: ratesSchema,
  unknown: ratesSchema,
  undeliverable: ratesSchema,
  none: ratesSchema,
}) satisfies z.ZodType<Calibration>;
const mailingSchema = z.object({
  id: z.string(),
  sent: z.int(),
  bounced: z.int(),
  isReported: z.boolean(),
});
const storedSchema = z.object({
  calibration: calibrationSchema,
  mailings: z.array(mailingSchema),
  services: z.array(serviceRecordSchema),
});
const rowSchema = z.object({ sources: z.string(), value: z.string() });

/** Bounce rates of everything sent, and the mailings they are based on. */
export type Calibrated = z.infer<typeof storedSchema>;

/** Returns the stored calibration if it is based on these `sources`, otherwise `null`. */
export function keptCalibration({ db }: Pick<Journal, "db">, sources: string): Calibrated | null {
  const row = rowSchema.safeParse(db.prepare("SELECT sources, value FROM calibrations").get());
  return row.success && row.data.sources === sources ? calibratedIn(row.data.value) : null;
}

export function keepCalibration(journal: Journal, sources: string, calibrated: Calibrated): void {
  journal.commit(() =>
    journal.db
      .prepare("INSERT OR REPLACE INTO calibrations (id, sources, value) VALUES (1, ?, ?)")
      .run(sources, JSON.stringify(calibrated)),
  );
}

/** Returns `null` if the stored value is unreadable because people in it were erased. */
function calibratedIn(value: string): Calibrated | null {
  try {
    return storedSchema.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

/** Returns the last calibration and its sources (`from`), or the priors. For worker threads. Throws SQLite errors. */
export function lastCalibration({ journal }: Pick<Layout, "journal">): {
  from: string;
  calibration: Calibration;
} {
  const rules = { from: "", calibration: calibrate([]) };
  if (!existsSync(journal)) return rules;
  const db = new Database(journal, { readonly: true });
  try {
    const row = rowSchema.safeParse(db.prepare("SELECT sources, value FROM calibrations").get());
    const kept = row.success ? calibratedIn(row.data.value) : null;
    return row.success && kept !== null ? { from: row.data.sources, calibration: kept.calibration } : rules;
  } finally {
    db.close();
  }
}
