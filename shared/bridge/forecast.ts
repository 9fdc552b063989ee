import { z } from "zod";
import { STANDINGS } from "../forecast.ts";
import { MAIL_HOSTS } from "../mail-hosts.ts";
import { accountIdSchema } from "./accounts.ts";
import { call } from "./call.ts";
import { cleaningIdSchema } from "./cleanings.ts";
import { exportFilterSchema } from "./exports.ts";
import { listIdSchema } from "./lists.ts";

/** A share that will bounce because of the address: the median, and a 90 % interval. 0..1. */
export const boundsSchema = z.object({ low: z.number(), middle: z.number(), high: z.number() });
export type Bounds = z.infer<typeof boundsSchema>;

/** No more domains of a group are named. */
export const MOST_DOMAINS = 3;

/** Addresses of one standing at one mail host. */
const groupSchema = boundsSchema.extend({
  standing: z.enum(STANDINGS),
  /** Null: DNS was not asked. */
  mailHost: z.enum(MAIL_HOSTS).nullable(),
  addresses: z.int(),
  /** How many of them are expected to bounce; not whole. */
  expected: z.number(),
  /** The domains first at which most are expected to bounce, and how many there are. */
  domains: z.array(z.object({ domain: z.string(), addresses: z.int() })).max(MOST_DOMAINS),
  ofDomains: z.int(),
  /** What was sent to such addresses and what bounced: at these domains, where enough was, or else at that mail host. */
  sent: z.int(),
  bounced: z.int(),
  /** Too few such addresses were ever sent to: a rule of thumb. */
  isRule: z.boolean(),
});
export type ForecastGroup = z.infer<typeof groupSchema>;

/** No more groups are named. */
export const MOST_GROUPS = 40;

export const forecastSchema = z.object({
  addresses: z.int(),
  /** Null: there is no address. */
  bounds: boundsSchema.nullable(),
  /** Addresses of which only a rule of thumb is known. */
  byRule: z.int(),
  /** Addresses without a verdict. */
  unverified: z.int(),
  /** How many were ever sent to, as far as something was heard of it. */
  sent: z.int(),
  /** Those first of which most will bounce. */
  groups: z.array(groupSchema).max(MOST_GROUPS),
});
export type Forecast = z.infer<typeof forecastSchema>;

/** Who can be sent to so that no more than a share bounces. */
const budgetSchema = z.object({
  /** For a filter: the rate up to which addresses are kept; null: nobody is, for no number of them is certain to stay below. */
  rate: z.number().nullable(),
  kept: forecastSchema,
  left: forecastSchema,
});

/** Mail that was sent to many at a time. */
const mailingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** When it was exported to be sent, or as the file says; Unix milliseconds. */
  at: z.number(),
  sent: z.int(),
  bounced: z.int(),
  /** False: nothing was heard of it yet. */
  isReported: z.boolean(),
  /** What was foretold of it; null: nothing. */
  foretold: boundsSchema.nullable(),
});
export type Mailing = z.infer<typeof mailingSchema>;

/** A count of so many, with the 90 % interval of the share (0..1). */
const shareOfSchema = z.object({ count: z.int(), of: z.int(), low: z.number(), high: z.number() });
export type ShareOf = z.infer<typeof shareOfSchema>;

/** How a verification service's verdicts met what became of mail, where another service had judged the addresses too. */
export const serviceRecordSchema = z.object({
  name: z.string(),
  addresses: z.int(),
  /** Of those that bounced, called undeliverable before. */
  caught: shareOfSchema,
  /** Of those that arrived, called undeliverable. */
  condemned: shareOfSchema,
  /** Accept-all or unknown. */
  abstained: shareOfSchema,
  /** Of those that it called deliverable, bounced. */
  missed: shareOfSchema,
});
export type ServiceRecord = z.infer<typeof serviceRecordSchema>;

export const forecastCalls = {
  /**
   * How much would bounce if the rows of a cleaning were sent that `filter` lets through; with `most` (0..1), whom to keep so
   * that no more than that share does.
   */
  "forecast.results": call(
    z.object({
      cleaningId: cleaningIdSchema,
      filter: exportFilterSchema,
      most: z.number().min(0).max(1).optional(),
    }),
    z.object({ forecast: forecastSchema, budget: budgetSchema.nullable() }),
  ),
  /** The same of a list that was read, from what is known of its addresses: verdicts, bounces, domains that take no mail. */
  "forecast.list": call(
    z.object({
      listId: listIdSchema,
      accountId: accountIdSchema.nullable(),
      most: z.number().min(0).max(1).optional(),
    }),
    z.object({
      forecast: forecastSchema,
      /** Whether no more than the share `most` bounces; null: none was given. */
      isWithin: z.boolean().nullable(),
    }),
  ),
  /** What was sent, the newest first, and what became of it; and what verification services had said of it. */
  "forecast.mailings": call(
    z.object({}),
    z.object({ mailings: z.array(mailingSchema), services: z.array(serviceRecordSchema) }),
  ),
} as const;
