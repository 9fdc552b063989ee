import { join } from "node:path";
import { z } from "zod";
import { type Cleaning, type CleaningOptions, priceSchema } from "../../shared/bridge/cleanings.ts";
import { CLEANING_ACTIONS } from "../../shared/bridge/constants.ts";
import { type EngineCallName, engineCalls } from "../../shared/bridge.ts";
import { FAULT_NAMES, type FaultName } from "../support/faulty-sandbox/index.ts";
import { openAnother, runCliBeside } from "./others.ts";
import type { OwnList } from "./own-list.ts";
import type { Random } from "./random.ts";
import { type KnownValues, randomInput } from "./random-input.ts";
import type { World } from "./world.ts";

/** One event in a world. Returns a description for the report. */
type Step = (world: World, random: Random) => Promise<string>;

/** All faults, except the one that never lets a cleaning end. */
const FAULTS = FAULT_NAMES.filter((name) => name !== "status-endless");
const MEASURES: Readonly<Partial<Record<FaultName, readonly [number, ...number[]]>>> = {
  "slow-body": [20_000, 1000],
};
const CALLS = Object.keys(engineCalls) as EngineCallName[];
const POINTS = [
  ...["upload", "check", "status", "start", "download", "ingest", "out"].flatMap((of) => [
    `before:${of}`,
    `after:${of}`,
  ]),
  "before:commit-cleaning",
  ...[
    "cleaning",
    "out",
    "uploading",
    "preparing",
    "ready",
    "starting",
    "verifying",
    "downloading",
    "done",
  ].map((of) => `committed:${of}`),
  "*",
] as const;
const HOUR = 3600_000;

const openedSchema = z.object({ listId: z.string() });

function writeList(world: World, addresses: readonly string[], ending = "\n", quote = ""): OwnList {
  const number = world.lists.length + 1;
  const mark = `Näme ${number}`;
  const rows = addresses.map((address, i) => `${i},${quote}${address}${quote},${mark} of ${i}`);
  const bytes = ["Nr,Email,Name", ...rows, ""].join(ending);
  const path = world.shelf.put(`list${number}.csv`, bytes);
  const list = { path, bytes, addresses, mark };
  world.lists.push(list);
  return list;
}

/** Opens and reads the list. Returns its id, or `null` if it was refused. */
async function openList(world: World, list: OwnList): Promise<string | null> {
  const opened = await world.call("lists.open", { source: { kind: "path", path: list.path } });
  if (opened === null || !opened.ok) return null;
  const { listId } = openedSchema.parse(opened.value);
  world.addressesOf.set(listId, list.addresses);
  world.fileOf.set(listId, list);
  await world.call("lists.read", { listId, options: {} });
  return listId;
}

export async function putList(world: World, addresses: readonly string[]): Promise<string> {
  const listId = await openList(world, writeList(world, addresses));
  if (listId === null) throw new Error("the list could not be opened");
  return listId;
}

/** Opens a list that shares some addresses with others. */
function someList(world: World, random: Random): Promise<string | null> {
  const number = world.lists.length + 1;
  const size = 1 + random.below(random.chance(0.2) ? 40 : 12);
  const addresses = Array.from({ length: size }, (_, i) =>
    random.chance(0.4) ? `shared${random.below(10)}@gmail.com` : `own${i}@list${number}.example`,
  );
  const ending = random.one(["\n", "\r\n"]);
  return openList(world, writeList(world, addresses, ending, random.chance(0.3) ? '"' : ""));
}

function options(random: Random): CleaningOptions {
  return {
    reuseKnown: random.chance(0.6),
    suppress: random.chance(0.8),
    limit: random.chance(0.15) ? 1 + random.below(10) : null,
  };
}

async function clean(world: World, random: Random): Promise<string> {
  const listId = random.chance(0.6)
    ? await someList(world, random)
    : random.pick([...world.addressesOf.keys()]);
  const accountId = random.pick(await world.accounts())?.id;
  if (listId === null || listId === undefined || accountId === undefined) return "clean: nothing to clean";
  const chosen = { listId, accountId, options: options(random) };
  const priced = await world.call("cleanings.price", chosen);
  if (priced === null || !priced.ok)
    return `clean: no price, ${priced?.ok === false ? priced.problem.code : "lost"}`;
  const { credits } = priceSchema.parse(priced.value);
  const out = random.chance(0.5) ? { out: outFor(world, random) } : {};
  const agreedCredits = random.chance(0.9) ? credits : Math.max(0, credits + random.below(7) - 3);
  const input = { ...chosen, agreedCredits, waitForCredits: random.chance(0.5), ...out };
  const started = await world.call("cleanings.start", input);
  return `clean ${listId} for ${credits}: ${said(started)}`;
}

function outFor(world: World, random: Random) {
  return {
    path: somePath(world, random),
    keep: ["deliverable", "accept_all", "unknown"],
    withVerdicts: random.chance(0.3),
    keepDuplicates: random.chance(0.3),
    overwrite: random.chance(0.4),
  };
}

/** Returns an output path that may exist, sometimes that of a list. */
function somePath(world: World, random: Random): string {
  if (random.chance(0.1)) return random.pick(world.lists)?.path ?? join(world.shelf.dir, "none.csv");
  return join(world.shelf.dir, `out${random.below(6)}.csv`);
}

async function act(world: World, random: Random): Promise<string> {
  const cleaning = random.pick(await world.cleanings());
  if (cleaning === undefined) return "act: no cleaning";
  const action = random.chance(0.8)
    ? (random.pick(cleaning.actions) ?? "resume")
    : random.one(CLEANING_ACTIONS);
  return doAct(world, cleaning, action);
}

/** Performs the action at the shown price. */
export async function doAct(
  world: World,
  { id, asks }: Cleaning,
  action: Cleaning["actions"][number],
): Promise<string> {
  const price = action === "start" ? asks?.start : action === "upload_again" ? asks?.upload_again : null;
  const input = { cleaningId: id, action, ...(price == null ? {} : { agreedCredits: price.credits }) };
  return `${action} of ${id}: ${said(await world.call("cleanings.act", input))}`;
}

async function check(world: World, random: Random): Promise<string> {
  const accountId = random.pick(await world.accounts())?.id;
  if (accountId === undefined) return "check: no account";
  const address = `shared${random.below(10)}@gmail.com`;
  const input = { accountId, address, again: random.chance(0.2) };
  return `check ${address}: ${said(await world.call("checks.check", input))}`;
}

async function anyCall(world: World, random: Random): Promise<string> {
  const name = random.pick(CALLS) ?? "app.info";
  // A list opened under two ids would only be erased under one.
  if (name === "lists.open") return `${name}: not twice`;
  // Rows of erased people do not come back unchanged. test/unit/erase covers what is left of them.
  if (name === "memory.erase") return `${name}: not here`;
  const [cleanings, accounts] = [await world.cleanings(), await world.accounts()];
  const known: KnownValues = (field, from) => {
    switch (field) {
      case "cleaningId":
      case "left":
      case "right":
        return from.pick(cleanings)?.id;
      case "listId":
      case "listIds":
        return field === "listId" ? from.pick([...world.addressesOf.keys()]) : undefined;
      case "accountId":
      case "id":
        return from.pick(accounts)?.id;
      case "path":
        return somePath(world, from);
      case "apiKey":
        return from.pick(world.books)?.key;
      case "baseUrl":
        return from.pick(world.books)?.service.baseUrl;
      case "address":
      case "text":
      case "search":
        return `shared${from.below(10)}@gmail.com`;
      case "label":
        return from.pick(world.books)?.label;
      default:
        return undefined;
    }
  };
  return `${name}: ${said(await world.call(name, randomInput(name, known, random)))}`;
}

async function erase(world: World, random: Random): Promise<string> {
  const cleaning = random.pick(await world.cleanings());
  if (cleaning === undefined) return "erase: no cleaning";
  const binned = cleaning.deletedAt === null ? `${await doAct(world, cleaning, "delete_here")}, ` : "";
  return `${binned}erase: ${said(await world.call("cleanings.erase", { cleaningId: cleaning.id }))}`;
}

async function fault(world: World, random: Random): Promise<string> {
  const book = random.one(world.books);
  if (random.chance(0.2)) {
    for (const { service } of world.books) service.faults.clear();
    return "no faults";
  }
  const name = random.pick(FAULTS) ?? "500-html";
  const measures = MEASURES[name];
  const value = measures === undefined ? undefined : random.one(measures);
  const rule = { name, account: book.label, times: 1 + random.below(3), skip: random.below(3), value };
  book.service.faults.add(rule);
  return `fault ${name} ${value ?? ""} for ${book.label}`;
}

const STEPS: readonly (readonly [number, Step])[] = [
  [8, clean],
  [8, act],
  [3, check],
  [2, erase],
  [6, anyCall],
  [6, fault],
  [
    6,
    async (world, random) => {
      const seconds = 1 + random.below(60);
      await world.face().wait(seconds * 1000);
      return `${seconds} s pass`;
    },
  ],
  [
    1,
    async (world, random) => {
      const book = random.one(world.books);
      book.topUp(random.below(100));
      return `credits for ${book.label}`;
    },
  ],
  [
    1,
    async (world, random) => {
      const { service, label } = random.one(world.books);
      service.setAccountState(label, random.one(["active", "active", "restricted", "revoked"]));
      return `${label} is ${service.account(label).state}`;
    },
  ],
  [
    2,
    async (world) => {
      await world.face().kill();
      await world.open();
      return "killed";
    },
  ],
  [
    3,
    async (world, random) => {
      const point = random.pick(POINTS) ?? "*";
      world.face().killAt(point, random.below(3));
      return `to be killed at ${point}`;
    },
  ],
  [
    3,
    async (world, random) => {
      if (random.chance(0.4)) {
        world.emptyDisk();
        return "the disk has room";
      }
      const room = random.one([0, 0, 700, 5_000, 60_000, 300_000]);
      const point = random.chance(0.5) ? undefined : random.pick(POINTS);
      world.fill(room, point, random.below(3));
      return `the disk has room for ${room} bytes ${point ?? ""}`;
    },
  ],
  [
    1,
    async (world) => {
      await world.cleanings();
      await world.face().close();
      world.checkPromises(true);
      await world.open();
      return "closed and opened";
    },
  ],
  [
    1,
    async (world, random) =>
      random.chance(0.5)
        ? `another Winnow: ${await openAnother(world)}`
        : `a command line looks: ${await runCliBeside(world)}`,
  ],
  [
    3,
    async (world, random) => {
      world.abortsCalls = true;
      const step = await random.one([clean, act, check, anyCall])(world, random);
      world.abortsCalls = false;
      return `left before the answer: ${step}`;
    },
  ],
  [
    1,
    async (world, random) => {
      const hours = random.one([1, 24, 31 * 24]);
      for (const { service } of world.books) await service.advance(hours * HOUR);
      return `${hours} h pass at the services`;
    },
  ],
  [
    1,
    async (world, random) => {
      const online = random.chance(0.5);
      return `online ${online}: ${said(await world.call("app.online", { online }))}`;
    },
  ],
  [
    1,
    async (world, random) => {
      const name = `out${random.below(6)}.csv`;
      world.written.replaced(world.shelf.put(name, `mine ${random.below(1000)}\n`));
      return `the user writes ${name}`;
    },
  ],
  [
    2,
    async (world, random) => {
      const answer = await world.call("app.backup", {});
      const listed = await world.call("app.backups", {});
      const ids = listed?.ok
        ? [...JSON.stringify(listed.value).matchAll(/"id":"([^"]+)"/g)].map(([, id = ""]) => id)
        : [];
      const id = random.chance(0.5) ? random.pick(ids) : undefined;
      if (id === undefined) return `backup: ${said(answer)}`;
      return `backup: ${said(answer)}, restore: ${said(await world.call("app.restore", { kind: "backup", id }))}`;
    },
  ],
];
const WEIGHTS = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Takes the next random step, sometimes several at once. */
export async function takeStep(world: World, random: Random): Promise<string> {
  await world.open();
  if (random.chance(0.1)) {
    const both = await Promise.all(
      [clean, act, check, anyCall].filter(() => random.chance(0.5)).map((step) => step(world, random)),
    );
    return `at once: ${both.join(" | ")}`;
  }
  let place = random.below(WEIGHTS);
  for (const [weight, step] of STEPS) {
    place -= weight;
    if (place < 0) return step(world, random);
  }
  throw new Error("the weights do not add up");
}

function said(answer: Awaited<ReturnType<World["call"]>>): string {
  return answer === null ? "lost" : answer.ok ? "ok" : answer.problem.code;
}
