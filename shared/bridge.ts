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
import { problemSchema } from "./problems.ts";
import type { Result } from "./result.ts";

/** Every call that the engine answers, the same for all hosts. */
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
} as const;

/** Every call that a page can make: the engine's and its host's. */
export const calls = { ...engineCalls, ...hostCalls } as const;

export type EngineCallName = keyof typeof engineCalls;
export type HostCallName = keyof typeof hostCalls;
export type CallName = keyof typeof calls;
export type CallInput<N extends CallName> = z.input<(typeof calls)[N]["input"]>;
export type CallRequest<N extends CallName> = z.output<(typeof calls)[N]["input"]>;
export type CallOutput<N extends CallName> = z.output<(typeof calls)[N]["output"]>;

export const CALL_NAMES = Object.keys(calls) as CallName[];

/** What the engine tells its hosts, and they their page. */
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
  /** It was deleted for good, with all that was shown of it. */
  z.object({ event: z.literal("cleaning.erased"), cleaningId: cleaningIdSchema }),
  /** Rows of it were marked, or marks were taken back. */
  z.object({ event: z.literal("results.changed"), cleaningId: cleaningIdSchema }),
  /** A suppression list was added or removed: other rows are left out, and other addresses are not paid for. */
  z.object({ event: z.literal("suppression.changed") }),
  z.object({ event: z.literal("settings.changed") }),
  /** An address was checked by itself: it may be known now. */
  z.object({ event: z.literal("check.answered") }),
  /** What single checks found out about the address was erased. */
  z.object({ event: z.literal("check.forgotten"), address: z.string() }),
  z.object({ event: z.literal("account.changed"), account: accountSchema }),
  z.object({ event: z.literal("accounts.changed") }),
  /** What somebody waits for needs the balance, which is asked for again because of `problem`; null: no longer. */
  z.object({
    event: z.literal("balance.waiting"),
    accountId: accountIdSchema,
    problem: problemSchema.nullable(),
  }),
  z.object({
    event: z.literal("export.progress"),
    cleaningId: cleaningIdSchema,
    /** As the page called it. */
    name: z.string().optional(),
    rowsWritten: z.int(),
    rowsTotal: z.int(),
  }),
  /** The system's keychain is waited for: said again from time to time while that lasts. */
  z.object({ event: z.literal("keychain.waiting"), waiting: z.boolean() }),
  z.object({ event: z.literal("network.changed"), online: z.boolean() }),
  /** Files handed over from outside the page: opened with Winnow, or dropped on its icon. */
  z.object({ event: z.literal("files.received"), sources: z.array(listSourceSchema) }),
  /** A command of the host's menu. */
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
      "settings",
      "undo",
      "redo",
      "suppress",
    ]),
  }),
  z.object({ event: z.literal("show.cleaning"), cleaningId: cleaningIdSchema }),
  z.object({ event: z.literal("notice"), problem: problemSchema }),
  /** An erasure searches so many files for people. */
  z.object({ event: z.literal("erase.progress"), done: z.int(), total: z.int() }),
  /** Everything that was read before is out of date. `paused`: cleanings that a restore brought back unfinished; null: people were erased. */
  z.object({ event: z.literal("data.replaced"), paused: z.int().nullable() }),
]);
export type BridgeEvent = z.infer<typeof eventSchema>;

/** What a host hands its page as `window.winnow`. Nothing else is exposed. */
export interface PageBridge {
  /** Never rejects for a problem the user can meet. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Result<CallOutput<N>>>;
  /** Hands every event to `listener`; answers the way to stop. */
  listen(listener: (event: BridgeEvent) => void): () => void;
  /** Turns dropped or chosen files into list sources (paths on the desktop, uploads in a browser). */
  receiveFiles(files: File[]): Promise<Result<ListSource[]>>;
}
