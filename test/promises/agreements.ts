import { z } from "zod";
import type { Result } from "../../shared/result.ts";
import type { AccountLedger } from "./books.ts";
import type { Cancelled } from "./cancelled.ts";
import type { OwnList } from "./own-list.ts";
import type { UserFolder } from "./shelf.ts";
import type { SingleChecks } from "./single-checks.ts";

/** The user's agreements, against which the services' records are checked. */
export interface Agreements {
  /**
   * Records what `input` agrees to. The returned function takes the result (`null` if it was lost) and reverts a
   * refused agreement.
   */
  asked(call: string, input: unknown): (answer: Result<unknown> | null) => void;
  isKeyAllowedAt(key: string, origin: string): boolean;
  /** Returns the books of all keys that the account ever had, since a restore may bring back any of them. */
  booksOf(accountId: string): readonly AccountLedger[];
  /** Allows any key for an account that was added without a response. */
  allowAnyKey(accountId: string): void;
}

export interface Known {
  addressesOf(listId: string): readonly string[];
  /** Returns the file of a list, or `null` if it was merged from several. */
  fileOf(listId: string): OwnList | null;
  listOf(cleaningId: string): string;
  accountOf(cleaningId: string): string;
}

const addedSchema = z.object({ id: z.string() });
const startSchema = z.object({
  listId: z.string(),
  accountId: z.string(),
  agreedCredits: z.number(),
  out: z.object({ path: z.string(), overwrite: z.boolean() }).optional(),
});
const actSchema = z.object({
  cleaningId: z.string(),
  action: z.string(),
  agreedCredits: z.number().optional(),
});
const targetSchema = z.object({
  cleaningId: z.string().optional(),
  target: z.object({ kind: z.literal("path"), path: z.string(), overwrite: z.boolean() }),
});
const backupSchema = z.object({ target: z.object({ path: z.string() }) });
const keySchema = z.object({
  baseUrl: z.string().nullable().optional(),
  apiKey: z.string(),
  id: z.string().optional(),
});

export function createAgreements(options: {
  readonly books: readonly AccountLedger[];
  readonly shelf: UserFolder;
  readonly known: Known;
  readonly checks: (booksOf: Agreements["booksOf"]) => SingleChecks;
  readonly cancelled: Cancelled;
}): Agreements {
  const { books, shelf, known, cancelled } = options;
  const booksOf = new Map<string, Set<AccountLedger>>();
  const given = new Set<string>();
  const ofAccount = (id: string) => [...(booksOf.get(id) ?? [])];
  const checks = options.checks(ofAccount);

  function agree(accountId: string, credits: number, addresses: readonly string[]): () => void {
    const back = ofAccount(accountId).map((book) => book.agree(credits, addresses));
    return () => {
      for (const one of back) one();
    };
  }

  /** Allows writing to `path`, unless it is the list's own file. */
  function allow(listId: string, path: string, overwrite: boolean): () => void {
    return known.fileOf(listId)?.path === path ? () => {} : shelf.allow(path, overwrite);
  }

  function recordKey(id: string | undefined, apiKey: string): void {
    const book = books.find(({ key }) => key === apiKey);
    if (book === undefined || id === undefined) return;
    booksOf.set(id, (booksOf.get(id) ?? new Set()).add(book));
  }

  /** Returns functions that revert the agreement if the call is refused. */
  function note(call: string, input: unknown): (() => void)[] {
    if (call === "cleanings.start") {
      const start = startSchema.safeParse(input).data;
      if (start === undefined) return [];
      return [
        agree(start.accountId, start.agreedCredits, known.addressesOf(start.listId)),
        ...(start.out === undefined ? [] : [allow(start.listId, start.out.path, start.out.overwrite)]),
      ];
    }
    if (call === "cleanings.act") {
      const act = actSchema.safeParse(input).data;
      if (act?.agreedCredits === undefined) return [];
      const addresses = known.addressesOf(known.listOf(act.cleaningId));
      return [agree(known.accountOf(act.cleaningId), act.agreedCredits, addresses)];
    }
    if (call.startsWith("exports.")) {
      const record = targetSchema.safeParse(input).data;
      if (record === undefined) return [];
      const listId = known.listOf(record.cleaningId ?? "");
      return [allow(listId, record.target.path, record.target.overwrite)];
    }
    if (call === "app.backup") {
      const path = backupSchema.safeParse(input).data?.target.path;
      return path === undefined ? [] : [shelf.allow(path, false)];
    }
    return [];
  }

  /** A replacement key without a base URL goes to the account's origin. */
  function give({ baseUrl, apiKey }: z.infer<typeof keySchema>): void {
    for (const { service } of books)
      if (baseUrl === undefined || baseUrl === null || baseUrl.startsWith(service.baseUrl))
        given.add(`${apiKey} ${new URL(service.baseUrl).origin}`);
  }

  /** Drops the knowledge that the call makes uncertain. */
  function forget(call: string, input: unknown): void {
    if (FORGETS.has(call)) checks.forget();
    if (call === "app.restore") cancelled.forget();
    if (call === "cleanings.start") cancelled.forget(startSchema.safeParse(input).data?.listId);
    const act = call === "cleanings.act" ? actSchema.safeParse(input).data : undefined;
    if (act !== undefined && act.action !== "cancel") cancelled.forget(known.listOf(act.cleaningId));
  }

  return {
    asked(call, input) {
      forget(call, input);
      const back = note(call, input);
      const key = call.startsWith("accounts.") ? keySchema.safeParse(input).data : undefined;
      if (key !== undefined) give(key);
      if (key !== undefined) recordKey(key.id, key.apiKey);
      const check = call === "checks.check" ? checks.asked(input) : null;
      if (check !== null) {
        const { accountId, address } = input as { accountId: string; address: string };
        back.push(agree(accountId, check.credits, [address.trim()]));
      }
      return (answer) => {
        // Again, because a concurrent call may have been answered in between.
        forget(call, input);
        const added = answer?.ok ? addedSchema.safeParse(answer.value).data : undefined;
        if (key !== undefined && added !== undefined) recordKey(added.id, key.apiKey);
        check?.answered(answer);
        // A refused call agrees to nothing. A lost response may have been a success.
        if (answer !== null && !answer.ok) for (const one of back) one();
      };
    },
    isKeyAllowedAt: (key, origin) => given.has(`${key} ${origin}`),
    booksOf: ofAccount,
    allowAnyKey(id) {
      if (!booksOf.has(id)) booksOf.set(id, new Set(books));
    },
  };
}

/** Calls after which a checked address may be paid for again. */
const FORGETS: ReadonlySet<string> = new Set([
  "app.restore",
  "checks.forget",
  "cleanings.erase",
  "settings.set",
  "accounts.remove",
]);
