import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type Cleaning, cleaningSchema } from "../../shared/bridge/cleanings.ts";
import { isWriteFailure } from "../../shared/problems.ts";
import type { Result } from "../../shared/result.ts";
import type { FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { createAgreements } from "./agreements.ts";
import { type AccountLedger, openBook } from "./books.ts";
import { createCancelled } from "./cancelled.ts";
import { type EngineProcess, type FaceOptions, openFace } from "./face.ts";
import type { OwnList } from "./own-list.ts";
import { openShelf, type UserFolder } from "./shelf.ts";
import { createSingleChecks } from "./single-checks.ts";
import { textFlaws } from "./words.ts";
import { createWritten, type Written } from "./written.ts";

/** A user with two services, a folder and Winnow, observed from outside. */
export interface World {
  readonly books: readonly [AccountLedger, AccountLedger];
  readonly shelf: UserFolder;
  readonly written: Written;
  readonly lists: OwnList[];
  /** Addresses of each list by id, merged lists included. */
  readonly addressesOf: Map<string, readonly string[]>;
  /** Lists by id, except merged ones. */
  readonly fileOf: Map<string, OwnList>;
  readonly broken: string[];
  /** Calls `name` and records what the user agrees to. `null` if the process ended before the result. */
  call(name: string, input: unknown): Promise<Result<unknown> | null>;
  cleanings(): Promise<readonly Cleaning[]>;
  accounts(): Promise<readonly { readonly id: string; readonly label: string }[]>;
  face(): EngineProcess;
  /** Options to open another Winnow on the same data folder. */
  readonly place: FaceOptions;
  /** Aborts every call at once while `true`. */
  abortsCalls: boolean;
  /** Limits the disk to `room` bytes, at once or from a fault point on. */
  fill(room: number, point?: string, after?: number): void;
  emptyDisk(): void;
  /** Reopens Winnow if it has ended, and makes room if the disk is too full for that. */
  open(): Promise<void>;
  /** Checks disk, ledgers and network. `quiet` if Winnow is closed. */
  checkPromises(quiet: boolean): void;
  end(): Promise<void>;
}

let worlds = 0;

const accountsSchema = z.object({ accounts: z.array(z.object({ id: z.string(), label: z.string() })) });
const listSchema = z.object({ cleanings: z.array(cleaningSchema) });
/** Calls that copy a list's addresses to another place, as the user wants. */
const COPIES: ReadonlySet<string> = new Set(["lists.merge", "suppression.add", "suppression.addRows"]);
const eraseSchema = z.object({ cleaningId: z.string() });
const startSchema = z.object({ listId: z.string(), agreedCredits: z.number() });
const cancelSchema = z.object({ cleaningId: z.string(), action: z.literal("cancel") });
/** Time after which requests in flight at a cancel have arrived, in ms of the engine's clock. */
const IN_FLIGHT_MS = 5_000;
/** Part states after a cancel in which nothing more is paid. */
const PAID_OR_CANCELLED: ReadonlySet<string> = new Set(["cancelled", "verifying", "downloading", "done"]);

export async function createWorld(
  services: readonly [FaultySandbox, FaultySandbox],
  compileCache: string,
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-promises-"));
  const keysFile = join(folder, "keys.json");
  writeFileSync(keysFile, "{}");
  const name = `p${process.pid}-${++worlds}`;
  const books: [AccountLedger, AccountLedger] = [
    openBook(services[0], `${name}-a`),
    openBook(services[1], `${name}-b`),
  ];
  const shelf = openShelf(join(folder, "user"));
  const written = createWritten();
  const broken: string[] = [];
  const addressesOf = new Map<string, readonly string[]>();
  const fileOf = new Map<string, OwnList>();
  /** Erased lists that were not brought back. */
  const erased = new Set<string>();
  const listOf = new Map<string, string>();
  const accountOf = new Map<string, string>();
  const cancelled = createCancelled(books);
  const agreements = createAgreements({
    books,
    shelf,
    cancelled,
    checks: createSingleChecks,
    known: {
      addressesOf: (listId) => addressesOf.get(listId) ?? [],
      fileOf: (listId) => fileOf.get(listId) ?? null,
      listOf: (cleaningId) => listOf.get(cleaningId) ?? "",
      accountOf: (cleaningId) => accountOf.get(cleaningId) ?? "",
    },
  });
  const fullDisk = join(folder, "full");
  const dataDir = join(folder, "data");
  let copied = false;
  let face: EngineProcess | null = null;
  mkdirSync(dataDir, { recursive: true });

  function request(url: string, headers: string): void {
    const said = `${decodeURIComponent(url)} ${headers}`;
    const { origin } = new URL(url);
    for (const { key } of books)
      if (said.includes(key) && !agreements.isKeyAllowedAt(key, origin))
        broken.push(`P4: a key went to ${origin}`);
    if (!services.some(({ baseUrl }) => new URL(baseUrl).origin === origin))
      broken.push(`P4: something went to ${origin}, which nobody named`);
  }

  const isFull = () => existsSync(fullDisk);
  function emptyDisk(): void {
    face?.fillAt("*", 0, null);
    rmSync(fullDisk, { force: true });
  }

  function log(line: string): void {
    for (const { key } of books) if (line.includes(key)) broken.push(`P4: a key is in the log: ${line}`);
    if (line.includes("a bug")) broken.push(`a bug: ${line}`);
  }
  const place = (): FaceOptions => ({ dataDir, keysFile, fullDisk, compileCache, request, log });

  async function open(): Promise<void> {
    if (face !== null && !face.isOver()) return;
    const opened = await openFace(place());
    if (!opened.ok && isFull()) {
      if (!isWriteFailure(opened.problem.code))
        broken.push(`P11: it does not open on a full disk: ${opened.problem.code}`);
      emptyDisk();
      await open();
      return;
    }
    if (!opened.ok) throw new Error(`Winnow does not open: ${JSON.stringify(opened.problem)}`);
    face = opened.value;
  }
  const current = () => {
    if (face === null) throw new Error("Winnow was never opened");
    return face;
  };

  /** Records call and result, and checks the result. */
  async function checkResult(call: string, input: unknown, answer: Result<unknown> | null): Promise<void> {
    broken.push(...textFlaws(answer));
    if (JSON.stringify(answer ?? null).includes("sandbox-p")) {
      for (const { key } of books)
        if (JSON.stringify(answer).includes(key)) broken.push(`P4: a key is in the answer to ${call}`);
    }
    if (call.startsWith("exports.")) written.answered(input, answer);
    if (call.startsWith("results.override")) written.marked();
    if (answer?.ok && call === "cleanings.erase")
      erased.add(listOf.get(eraseSchema.parse(input).cleaningId) ?? "");
    // A list that is cleaned again or restored is no longer erased.
    const start = call === "cleanings.start" ? startSchema.safeParse(input).data : undefined;
    if (start !== undefined) erased.delete(start.listId);
    if (call === "app.restore") erased.clear();
    if (answer?.ok && COPIES.has(call)) copied = true;
    if (answer === null || answer.ok) {
      const cancel = cancelSchema.safeParse(input).data;
      if (call !== "cleanings.act" || cancel === undefined || answer === null) return;
      await current().wait(IN_FLIGHT_MS);
      const listId = listOf.get(cancel.cleaningId) ?? "";
      // Another cleaning of the list may have started in the meantime.
      const cleanings = (await world.cleanings()).filter((one) => one.listId === listId);
      // A part whose start lost its response may be started again and could not be cancelled.
      const isOpen = cleanings.some(({ parts }) => parts.some(({ state }) => !PAID_OR_CANCELLED.has(state)));
      if (cleanings.length === 1 && !isOpen) cancelled.add(listId, addressesOf.get(listId) ?? []);
      return;
    }
    const { code, detail } = answer.problem;
    if (code === "internal") broken.push(`a bug: ${call} ${JSON.stringify(input)}`);
    if (
      code === "price_changed" &&
      start !== undefined &&
      !detail.includes(`agreed to ${start.agreedCredits} `)
    )
      broken.push(`P10: ${start.agreedCredits} was agreed to, and it says: ${detail}`);
  }

  const world: World = {
    books,
    shelf,
    written,
    lists: [],
    addressesOf,
    fileOf,
    broken,
    async call(call, input) {
      const settle = agreements.asked(call, input);
      const told = world.abortsCalls
        ? await current().callAndAbort(call, input)
        : await current().call(call, input);
      // An aborted caller does not know the result.
      const answer = told?.ok === false && told.problem.code === "cancelled" ? null : told;
      settle(answer);
      await checkResult(call, input, answer);
      return answer;
    },
    async cleanings() {
      const all: Cleaning[] = [];
      for (const bin of [false, true]) {
        const answer = await world.call("cleanings.list", { bin, limit: 500 });
        if (answer?.ok) all.push(...listSchema.parse(answer.value).cleanings);
      }
      for (const cleaning of all) {
        const { id, listId, accountId } = cleaning;
        erased.delete(listId);
        listOf.set(id, listId);
        accountOf.set(id, accountId);
        written.recordOutput(cleaning, fileOf.get(listId) ?? null);
      }
      return all;
    },
    async accounts() {
      const answer = await world.call("accounts.list", {});
      const accounts = answer?.ok ? accountsSchema.parse(answer.value).accounts : [];
      for (const { id } of accounts) agreements.allowAnyKey(id);
      return accounts;
    },
    face: current,
    get place() {
      return place();
    },
    abortsCalls: false,
    fill(room, point, after = 0) {
      if (point === undefined) writeFileSync(fullDisk, String(room));
      else current().fillAt(point, after, room);
    },
    emptyDisk,
    open,
    checkPromises(quiet) {
      broken.push(...books.flatMap((book) => book.broken()), ...shelf.broken(quiet), ...cancelled.broken());
      if (!quiet) return;
      broken.push(...written.broken());
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
