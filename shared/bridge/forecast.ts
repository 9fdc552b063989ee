import { z } from "zod";
import { MAIL_HOSTS } from "../mail-hosts.ts";
import { VERDICTS_OR_NONE } from "../verdicts.ts";
import { accountIdSchema } from "./accounts.ts";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { exportFilterSchema } from "./exports.ts";
import { listIdSchema } from "./lists.ts";

/** Predicted bounce rate: the median and a 90% interval, each 0 to 1. */
export const boundsSchema = z.object({ low: z.number(), middle: z.number(), high: z.number() });
export type Bounds = z.infer<typeof boundsSchema>;

export const MAX_DOMAINS = 3;

/** Addresses with the same verdict at the same mail host. */
const groupSchema = boundsSchema.extend({
  standing: z.enum(VERDICTS_OR_NONE),
  /** `null` if DNS was not queried. */
  mailHost: z.enum(MAIL_HOSTS).nullable(),
  addresses: z.int(),
  /** Expected number of bounces; not necessarily whole. */
  expected: z.number(),
  /** The domains with the most expected bounces. */
  domains: z.array(z.object({ domain: z.string(), addresses: z.int() })).max(MAX_DOMAINS),
  /** Number of all domains. */
  ofDomains: z.int(),
  /** The sample behind the rate: these domains if there is enough mail, otherwise the mail host. */
  sent: z.int(),
  bounced: z.int(),
  /** `true` if the sample is too small, so that a rule of thumb is used. */
  isRule: z.boolean(),
});
export type ForecastGroup = z.infer<typeof groupSchema>;

export const MAX_GROUPS = 40;

export const forecastSchema = z.object({
  addresses: z.int(),
  bounds: boundsSchema.nullable(),
  /** Addresses forecast by a rule of thumb. */
  byRule: z.int(),
  unverified: z.int(),
  /** The number of addresses sent to before with a known outcome. */
  sent: z.int(),
  /** Groups, by expected bounces in descending order. */
  groups: z.array(groupSchema).max(MAX_GROUPS),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** The largest set of addresses whose bounce rate stays below a limit. */
const budgetSchema = z.object({
  /** For a filter: maximum bounce rate of the kept addresses; `null` if no set is certain to stay below the limit. */
  rate: z.number().nullable(),
  kept: forecastSchema,
  left: forecastSchema,
});

const mailingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Time of the export for sending, or the date of the file, in Unix ms. */
  at: z.number(),
  sent: z.int(),
  bounced: z.int(),
  /** `true` if bounces were imported. */
  isReported: z.boolean(),
  foretold: boundsSchema.nullable(),
});
export type Mailing = z.infer<typeof mailingSchema>;

/** A count out of `of`, with the 90% interval of its share (0 to 1). */
const shareOfSchema = z.object({ count: z.int(), of: z.int(), low: z.number(), high: z.number() });
export type ShareOf = z.infer<typeof shareOfSchema>;

/** Accuracy of a verification service, for addresses that at least one other service also judged. */
export const serviceRecordSchema = z.object({
  name: z.string(),
  addresses: z.int(),
  /** Bounced addresses that it had called undeliverable. */
  caught: shareOfSchema,
  /** Delivered addresses that it had called undeliverable. */
  condemned: shareOfSchema,
  /** Addresses that it had called accept-all or unknown. */
  abstained: shareOfSchema,
  /** Addresses called deliverable that bounced. */
  missed: shareOfSchema,
});
export type ServiceRecord = z.infer<typeof serviceRecordSchema>;

export const forecastCalls = {
  /**
   * Forecasts bounces for the rows that `filter` matches. With `most` (0 to 1), also returns which addresses to keep so
   * that the bounce rate stays below it.
   */
  "forecast.results": call(
    z.object({
      cleaningId: cleaningIdSchema,
      filter: exportFilterSchema,
      most: z.number().min(0).max(1).optional(),
    }),
    z.object({ forecast: forecastSchema, budget: budgetSchema.nullable() }),
  ),
  /** Forecasts bounces for a list that has been read, from known verdicts, bounces and dead domains. */
  "forecast.list": call(
    z.object({
      listId: listIdSchema,
      accountId: accountIdSchema.nullable(),
      most: z.number().min(0).max(1).optional(),
    }),
    z.object({
      forecast: forecastSchema,
      /** `true` if the bounce rate stays within `most`; `null` if `most` is absent. */
      isWithin: z.boolean().nullable(),
    }),
  ),
  /** Returns sent mailings with their outcomes, newest first, and the accuracy of verification services. */
  "forecast.mailings": call(
    z.object({}),
    z.object({ mailings: z.array(mailingSchema), services: z.array(serviceRecordSchema) }),
  ),
} as const;
