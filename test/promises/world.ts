import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Sandbox } from "../../electron/sandbox/index.ts";
import { type Cleaning, cleaningSchema } from "../../shared/bridge/cleanings.ts";
import type { Result } from "../../shared/result.ts";
import { type Book, openBook } from "./books.ts";
import { type Face, openFace } from "./face.ts";
import { openShelf, type Shelf } from "./shelf.ts";

/** A list of the user's. */
export interface OwnList {
  readonly path: string;
  readonly bytes: string;
  readonly addresses: readonly string[];
}

/** A user with two services, a folder of files, and Winnow; and what was seen of it from outside. */
export interface World {
  readonly books: readonly [Book, Book];
  readonly shelf: Shelf;
  readonly lists: OwnList[];
  /** The list's addresses by its id, also of a list that is several. */
  readonly addressesOf: Map<string, readonly string[]>;
  /** Lists by their ids, of those that are one file. */
  readonly fileOf: Map<string, OwnList>;
  /** Promises that were seen broken. */
  readonly broken: string[];
  /** Calls `name`, noting what the user agrees to with it. Null: the process ended before it answered. */
  call(name: string, input: unknown): Promise<Result<unknown> | null>;
  cleanings(): Promise<readonly Cleaning[]>;
  accounts(): Promise<readonly { readonly id: string; readonly label: string }[]>;
  face(): Face;
  /** Opens Winnow again if it is over. */
  open(): Promise<void>;
  /** Goes on with a copy of the data folder, as it is now; Winnow is closed. */
  moveToCopy(): Promise<void>;
  /** Looks at disk, ledgers and network. `quiet`: Winnow is closed. */
  look(quiet: boolean): void;
  end(): Promise<void>;
}

let worlds = 0;

const accountsSchema = z.object({ accounts: z.array(z.object({ id: z.string(), label: z.string() })) });
const listSchema = z.object({ cleanings: z.array(cleaningSchema) });
/** After one of these, a list's addresses may stand in another place, where the user wanted them. */
const COPIES: ReadonlySet<string> = new Set(["lists.merge", "suppression.add"]);
const addedSchema = z.object({ id: z.string() });
const eraseSchema = z.object({ cleaningId: z.string() });
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
const checkSchema = z.object({ accountId: z.string(), address: z.string() });
const targetSchema = z.object({
  target: z.object({ kind: z.literal("path"), path: z.string(), overwrite: z.boolean() }),
});
const keySchema = z.object({
  baseUrl: z.string().nullable().optional(),
  apiKey: z.string(),
  id: z.string().optional(),
});

export async function createWorld(services: readonly [Sandbox, Sandbox]): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-promises-"));
  const keysFile = join(folder, "keys.json");
  writeFileSync(keysFile, "{}");
  const name = `p${process.pid}-${++worlds}`;
  const books: [Book, Book] = [openBook(services[0], `${name}-a`), openBook(services[1], `${name}-b`)];
  const shelf = openShelf(join(folder, "user"));
  const broken: string[] = [];
  const addressesOf = new Map<string, readonly string[]>();
  const fileOf = new Map<string, OwnList>();
  /** Lists that were erased for good, and nothing brought back. */
  const erased = new Set<string>();
  /** The books of every key that an account was ever given: after a restore it may have any of them. */
  const booksOf = new Map<string, Set<Book>>();
  const listOf = new Map<string, string>();
  const accountOf = new Map<string, string>();
  /** Where the user said that a key is to go. */
  const given = new Set<string>();
  let dataDir = join(folder, "data");
  let copies = 0;
  let copied = false;
  let face: Face | null = null;
  mkdirSync(dataDir, { recursive: true });

  function request(url: string, headers: string): void {
    const said = `${decodeURIComponent(url)} ${headers}`;
    const { origin } = new URL(url);
    for (const { key } of books)
      if (said.includes(key) && !given.has(`${key} ${origin}`)) broken.push(`P4: a key went to ${origin}`);
  }

  async function open(): Promise<void> {
    if (face !== null && !face.isOver()) return;
    const opened = await openFace({
      dataDir,
      keysFile,
      request,
      log(line) {
        for (const { key } of books) if (line.includes(key)) broken.push(`P4: a key is in the log: ${line}`);
        if (line.includes("a bug")) broken.push(`a bug: ${line}`);
      },
    });
    if (!opened.ok) throw new Error(`Winnow does not open: ${JSON.stringify(opened.problem)}`);
    face = opened.value;
  }
  const current = () => {
    if (face === null) throw new Error("Winnow was never opened");
    return face;
  };

  function agree(accountId: string, credits: number, addresses: readonly string[]): () => void {
    const back = [...(booksOf.get(accountId) ?? [])].map((book) => book.agree(credits, addresses));
    return () => {
      for (const one of back) one();
    };
  }

  /** Notes which key the account `id` has from now on. */
  function keyed(id: string | undefined, apiKey: string): void {
    const book = books.find(({ key }) => key === apiKey);
    if (book === undefined || id === undefined) return;
    booksOf.set(id, (booksOf.get(id) ?? new Set()).add(book));
  }

  /** Notes what `input` says yes to; answers how to take it back. */
  function note(call: string, input: unknown): () => void {
    const back: (() => void)[] = [];
    if (call === "cleanings.start") {
      const start = startSchema.safeParse(input).data;
      if (start !== undefined)
        back.push(agree(start.accountId, start.agreedCredits, addressesOf.get(start.listId) ?? []));
      if (start?.out !== undefined) back.push(shelf.allow(start.out.path, start.out.overwrite));
    } else if (call === "cleanings.act") {
      const act = actSchema.safeParse(input).data;
      const addresses = addressesOf.get(listOf.get(act?.cleaningId ?? "") ?? "") ?? [];
      if (act?.agreedCredits !== undefined)
        back.push(agree(accountOf.get(act.cleaningId) ?? "", act.agreedCredits, addresses));
    } else if (call === "checks.check") {
      const check = checkSchema.safeParse(input).data;
      if (check !== undefined) back.push(agree(check.accountId, 1, [check.address.trim()]));
    } else if (call.startsWith("accounts.")) {
      const key = keySchema.safeParse(input).data;
      // A key that replaces another goes where the account's does.
      if (key !== undefined)
        for (const { service } of books)
          if (key.baseUrl === undefined || key.baseUrl === null || key.baseUrl.startsWith(service.baseUrl))
            given.add(`${key.apiKey} ${new URL(service.baseUrl).origin}`);
    } else if (call.startsWith("exports.")) {
      const target = targetSchema.safeParse(input).data?.target;
      if (target !== undefined) back.push(shelf.allow(target.path, target.overwrite));
    }
    return () => {
      for (const one of back) one();
    };
  }

  const world: World = {
    books,
    shelf,
    lists: [],
    addressesOf,
    fileOf,
    broken,
    async call(call, input) {
      const takeBack = note(call, input);
      const key = call.startsWith("accounts.") ? keySchema.safeParse(input).data : undefined;
      if (key !== undefined) keyed(key.id, key.apiKey);
      const answer = await current().call(call, input);
      const added = answer?.ok ? addedSchema.safeParse(answer.value).data : undefined;
      if (key !== undefined && added !== undefined) keyed(added.id, key.apiKey);
      // What was refused was agreed to for nothing. An answer that was lost may have been any.
      if (answer !== null && !answer.ok) takeBack();
      if (answer?.ok && call === "cleanings.erase")
        erased.add(listOf.get(eraseSchema.parse(input).cleaningId) ?? "");
      // What is cleaned once more or brought back is there again.
      if (call === "cleanings.start") erased.delete(startSchema.safeParse(input).data?.listId ?? "");
      if (call === "app.restore") erased.clear();
      if (answer?.ok && COPIES.has(call)) copied = true;
      if (answer !== null && !answer.ok && answer.problem.code === "internal")
        broken.push(`a bug: ${call} ${JSON.stringify(input)}`);
      return answer;
    },
    async cleanings() {
      const all: Cleaning[] = [];
      for (const bin of [false, true]) {
        const answer = await world.call("cleanings.list", { bin, limit: 500 });
        if (answer?.ok) all.push(...listSchema.parse(answer.value).cleanings);
      }
      for (const { id, listId, accountId } of all) {
        erased.delete(listId);
        listOf.set(id, listId);
        accountOf.set(id, accountId);
      }
      return all;
    },
    async accounts() {
      const answer = await world.call("accounts.list", {});
      const accounts = answer?.ok ? accountsSchema.parse(answer.value).accounts : [];
      // One whose answer was lost may have any key.
      for (const { id } of accounts) if (!booksOf.has(id)) booksOf.set(id, new Set(books));
      return accounts;
    },
    face: current,
    open,
    async moveToCopy() {
      await current().close();
      const to = join(folder, `data-${++copies}`);
      cpSync(dataDir, to, { recursive: true, preserveTimestamps: true });
      dataDir = to;
      await open();
    },
    look(quiet) {
      broken.push(...books.flatMap((book) => book.broken()), ...shelf.broken(quiet));
      if (!quiet) return;
      for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const bytes = readFileSync(join(entry.parentPath, entry.name));
        for (const { key } of books) if (bytes.includes(key)) broken.push(`P4: a key is in ${entry.name}`);
        if (entry.parentPath.includes("backups")) continue;
        if (copied) continue;
        for (const listId of erased)
          for (const address of fileOf.get(listId)?.addresses ?? [])
            if (!address.startsWith("shared") && bytes.includes(address))
              broken.push(`P8: ${address} was erased, and is in ${join(entry.parentPath, entry.name)}`);
      }
    },
    async end() {
      await face?.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await open();
  for (const { label, key, service } of books)
    await world.call("accounts.add", { label, baseUrl: service.baseUrl, apiKey: key });
  await world.accounts();
  return world;
}
