import { z } from "zod";
import { serviceRecordSchema } from "../../../shared/bridge/forecast.ts";
import type { Journal } from "../store/index.ts";
import type { Calibration } from "./model.ts";

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
/** A row of the table `calibrations`. */
export const rowSchema = z.object({ sources: z.string(), value: z.string() });

/** What bounces, from all that was sent, and the mailings that it is from. */
export type Calibrated = z.infer<typeof storedSchema>;

/** What was kept, if it is from these `sources`; null: it is not. */
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

/** Null: somebody in it was erased, and it cannot be read any more. */
export function calibratedIn(value: string): Calibrated | null {
  try {
    return storedSchema.parse(JSON.parse(value));
  } catch {
    return null;
  }
}
