import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import type { Layout } from "../store/index.ts";
import { calibratedIn, rowSchema } from "./calibrations.ts";
import { type Calibration, calibrate } from "./model.ts";

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
