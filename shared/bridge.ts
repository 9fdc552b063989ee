import { z } from "zod";
import { accountCalls, accountIdSchema, accountSchema } from "./bridge/accounts.ts";
import { answerCalls } from "./bridge/answer.ts";
import { appCalls, hostCalls } from "./bridge/app.ts";
import { checkCalls } from "./bridge/checks.ts";
import { cleaningCalls, cleaningIdSchema, cleaningSchema } from "./bridge/cleanings.ts";
import { domainCalls } from "./bridge/domains.ts";
import { exportCalls } from "./bridge/exports.ts";
import { facetCalls } from "./bridge/facets.ts";
import { forecastCalls } from "./bridge/forecast.ts";
import { insightCalls } from "./bridge/insights.ts";
import { type ListSource, listCalls, listIdSchema, listSourceSchema } from "./bridge/lists.ts";
import { memoryCalls } from "./bridge/memory.ts";
import { resultCalls } from "./bridge/results.ts";
import { suppressionCalls } from "./bridge/suppression.ts";
import { teamCalls } from "./bridge/team.ts";
import { problemSchema } from "./problems.ts";
import type { Result } from "./result.ts";

/** Calls implemented by the engine; the same for all hosts. */
export const engineCalls = {
  ...appCalls,
  ...accountCalls,
  ...listCalls,
  ...domainCalls,
  ...forecastCalls,
  ...cleaningCalls,
  ...resultCalls,
  ...answerCalls,
  ...facetCalls,
  ...insightCalls,
  ...exportCalls,
  ...suppressionCalls,
  ...memoryCalls,
  ...checkCalls,
  ...teamCalls,
} as const;

/** All calls a page can make: the engine's and the host's. */
export const calls = { ...engineCalls, ...hostCalls } as const;

export type EngineCallName = keyof typeof engineCalls;
export type HostCallName = keyof typeof hostCalls;
export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]["input"]>;
export type CallRequest<N extends CallName> = z.output<(typeof calls)[N]["input"]>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]["output"]>;

export const CALL_NAMES = Object.keys(calls) as CallName[];

/** Events that the engine sends to its hosts, which forward them to the page. */
export const eventSchema = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("list.progress"),
    listId: listIdSchema,
    bytesRead: z.number(),
    bytesTotal: z.number(),
    rows: z.int(),
  }),
  z.object({ event: z.literal("domains.progress"), listId: listIdSchema, done: z.int(), total: z.int() }),
  z.object({ event: z.literal("cleaning.changed"), cleaning: cleaningSchema }),
  z.object({ event: z.literal("cleaning.finished"), cleaning: cleaningSchema }),
  z.object({ event: z.literal("cleaning.erased"), cleaningId: cleaningIdSchema }),
  z.object({ event: z.literal("results.changed"), cleaningId: cleaningIdSchema }),
  /** A suppression list was added or removed, so row counts and prices may change. */
  z.object({ event: z.literal("suppression.changed") }),
  z.object({ event: z.literal("settings.changed") }),
  /** Facts or claims of the team arrived, so prices may change, or the connection's state has changed. */
  z.object({ event: z.literal("team.changed") }),
  /** The team's members or the time of the last sync may have changed. */
  z.object({ event: z.literal("team.synced") }),
  z.object({ event: z.literal("check.answered") }),
  z.object({ event: z.literal("check.forgotten"), address: z.string() }),
  z.object({ event: z.literal("account.changed"), account: accountSchema }),
  z.object({ event: z.literal("accounts.changed") }),
  /** The balance is needed, and reading it is retried because of `problem`; `null` when the wait is over. */
  z.object({
    event: z.literal("balance.waiting"),
    accountId: accountIdSchema,
    problem: problemSchema.nullable(),
  }),
  z.object({
    event: z.literal("export.progress"),
    cleaningId: cleaningIdSchema,
    name: z.string().optional(),
    rowsWritten: z.int(),
    rowsTotal: z.int(),
  }),
  /** Winnow waits for the system keychain. Repeated periodically while the wait lasts. */
  z.object({ event: z.literal("keychain.waiting"), waiting: z.boolean() }),
  z.object({ event: z.literal("network.changed"), online: z.boolean() }),
  /** Files that were opened with Winnow or dropped on its icon. */
  z.object({ event: z.literal("files.received"), sources: z.array(listSourceSchema) }),
  z.object({
    event: z.literal("command"),
    command: z.enum([
      "open",
      "search",
      "export",
      "palette",
      "clean",
      "lists",
      "check",
      "bounces",
      "settings",
      "undo",
      "redo",
      "suppress",
    ]),
  }),
  z.object({ event: z.literal("show.cleaning"), cleaningId: cleaningIdSchema }),
  z.object({ event: z.literal("notice"), problem: problemSchema }),
  z.object({ event: z.literal("erase.progress"), done: z.int(), total: z.int() }),
  /** All data read before is stale. `paused`: unfinished cleanings after a restore; `null` after an erasure. */
  z.object({ event: z.literal("data.replaced"), paused: z.int().nullable() }),
]);
export type BridgeEvent = z.infer<typeof eventSchema>;

/** The API that a host exposes to its page as `window.winnow`. Nothing else is exposed. */
export interface PageBridge {
  /** Resolves to a problem for expected failures; rejects only on bugs. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  /** Subscribes `listener` to all events. Returns an unsubscribe function. */
  listen(listener: (event: BridgeEvent) => void): () => void;
  /** Converts dropped or chosen files into list sources: paths on the desktop, uploads in a browser. */
  receiveFiles(files: File[]): Promise<Result<ListSource[]>>;
}
