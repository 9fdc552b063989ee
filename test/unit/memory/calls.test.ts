import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { extractEntries, recipientChoice } from "../../../electron/engine/memory/extract-entries.ts";
import { createImportCalls } from "../../../electron/engine/memory/imports.ts";
import { createSuppressionLookup } from "../../../electron/engine/memory/suppression.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { openAndMigrate } from "../../../electron/engine/store/journal.ts";
import type { Preflight, ReadQuestion } from "../../../shared/bridge/lists.ts";
import { OUTCOMES } from "../../../shared/mail-outcomes.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { preflight } from "../../fixtures/page.ts";
import { unwrap } from "../../support/in-process.ts";

const NOW = 1_000_000;
const FILE = { name: "a.csv" };
const signal = new AbortController().signal;
const COUNTS = Object.fromEntries(OUTCOMES.map((one) => [one, 0]));
const outcomes = (source: string): ReadQuestion =>
  ({
    ...{
      kind: "outcomes",
      assumed: "list",
      sure: "certain",
      looked: 3,
      source,
      name: source,
      outcomes: COUNTS,
    },
  }) as ReadQuestion;
const SENDGRID = preflight({ questions: [outcomes("sendgrid")] });

/** Creates the import calls for one list with this preflight, whose tasks return `answers`. */
function createImportWorld(list: Preflight, answers: Record<string, Result<unknown>>) {
  const layout = layoutOf("/nowhere");
  const journal = unwrap(openAndMigrate(layout.journal, () => new Database(":memory:")));
  journal.db
    .prepare("INSERT INTO lists (id, name, created_at, preflight, revision) VALUES ('l-1', 'a.csv', 0, ?, 1)")
    .run(JSON.stringify(list));
  const asked: Record<string, Record<string, unknown>> = {};
  const entered: unknown[] = [];
  const calls = createImportCalls({
    ...{ journal, layout, clock: { now: () => NOW } },
    sources: {
      arriving: (id: string) => `/nowhere/${id}.new`,
      async enter(_: string, arrival: unknown) {
        entered.push(arrival);
        return { id: "i1", isNew: true };
      },
    },
    recount: async () => [],
    runner: {
      async run(task: string, input: Record<string, unknown>) {
        asked[task] = input;
        return answers[task];
      },
    },
  } as never);
  const take = (more: Partial<Parameters<(typeof calls)["memory.import"]>[0]> = {}) =>
    calls["memory.import"]({ listId: "l-1", name: "export.csv", ...more }, { signal });
  return { calls, take, asked, entered };
}

const taken = (facts = 3) => ok({ written: { facts, digest: "d", outcomes: COUNTS }, rows: 9 });
const overturns = (turned: number, held: number) => ({
  ...{ "memory.takeOutcomes": taken(), "memory.overturned": ok({ turned, held }) },
});

it.each([
  [100, 333, "import_overturns"],
  [100, 334, null],
  [301, 1_000, "import_overturns"],
])(
  "an import that makes %d of %d deliverable addresses undeliverable has the problem %s",
  async (turned, held, code) => {
    const { take, entered } = createImportWorld(SENDGRID, overturns(turned, held));
    const answer = await take();
    if (code === null) expect(answer).toEqual(ok({ rows: 9, id: "i1", isNew: true, changed: [] }));
    else
      expect(answer).toMatchObject({
        problem: problem("import_overturns", { name: "export.csv", held, turned }),
      });
    expect(entered).toHaveLength(code === null ? 1 : 0);
    expect(await take({ isAgreed: true })).toMatchObject({ ok: true });
  },
);

it.each<
  [what: string, list: Preflight, given: object, answers: Record<string, Result<unknown>>, code: string]
>([
  ["an unknown list", SENDGRID, { listId: "gone" }, {}, "list_unknown"],
  ["no known source", preflight(), {}, {}, "import_nothing"],
  ["no facts in the file", SENDGRID, {}, { "memory.takeOutcomes": taken(0) }, "import_nothing"],
  [
    "another source's file",
    SENDGRID,
    { as: "brevo" },
    { "memory.takeOutcomes": fail(problem("list_changed")) },
    "import_nothing",
  ],
  [
    "no space",
    SENDGRID,
    { as: "brevo" },
    { "memory.takeOutcomes": fail(problem("disk_full", { path: "x" })) },
    "disk_full",
  ],
])("an import is refused with %s", async (_, list, given, answers, code) => {
  const { take, entered } = createImportWorld(list, answers);
  expect(await take(given)).toMatchObject({ problem: { code } });
  expect(entered).toEqual([]);
});

it.each([
  ["the given date", { assumedAt: 5 }, 7, 5, 5],
  ["the file's date if none is given", {}, 7, 7, 7],
  ["no time if the date is in the future", { assumedAt: NOW + 1 }, 7, null, NOW],
])("facts without a time count from %s", async (_, given, fileDate, assumedAt, overturnsAt) => {
  const { take, asked, entered } = createImportWorld({ ...SENDGRID, fileDate }, overturns(0, 0));
  unwrap(await take(given));
  expect(entered).toMatchObject([
    { assumedAt, kind: "outcomes", source: "sendgrid", name: "export.csv", digest: "d" },
  ]);
  expect(asked["memory.overturned"]).toMatchObject({ count: 3, assumedAt: overturnsAt });
  expect(asked["memory.takeOutcomes"]).toMatchObject({
    now: NOW,
    recipients: { source: "sendgrid", column: 0 },
  });
});

it("a list of recipients is stored as a mailing, not as outcomes", async () => {
  const { take, entered } = createImportWorld(preflight(), overturns(0, 0));
  unwrap(await take({ as: "sent" }));
  expect(entered).toMatchObject([{ kind: "sent" }]);
});

const columns = (...names: string[]) => names.map((name) => ({ name })) as Preflight["columns"];
it.each<
  [
    which: string,
    list: Partial<Preflight>,
    given: string | undefined,
    chosen: number | undefined,
    expected: object,
  ]
>([
  [
    "the user chose",
    { questions: [outcomes("sendgrid")] },
    undefined,
    4,
    { source: "sendgrid", column: 4, isChosen: true },
  ],
  [
    "the source defines",
    { questions: [outcomes("postmark")], columns: columns("x", "Recipient"), addressColumn: 0 },
    "postmark",
    undefined,
    { source: "postmark", isChosen: false },
  ],
  [
    "the list was read with",
    { addressColumn: 2 },
    "mine",
    undefined,
    { source: "mine", column: 2, isChosen: false },
  ],
])("recipients are read from the column that %s", (_, list, given, chosen, expected) => {
  expect(recipientChoice(preflight(list), given, chosen)).toMatchObject({ value: expected });
});

/** Imports a file as a suppression list. `read` and `second` are the results of reading it. */
async function importSuppression(read: Result<Preflight>, given: object = {}, second = ok(preflight())) {
  const readings = [read, second];
  const asked: unknown[] = [];
  const inputs: unknown[] = [];
  const lists = {
    async read(_: string, how: object) {
      asked.push(how);
      return readings.shift();
    },
  };
  const runner = {
    async run(_: string, input: unknown) {
      inputs.push(input);
      return ok({ addresses: 1 });
    },
  };
  const file = {
    listId: "l",
    list: {},
    source: { kind: "path" },
    everyone: false,
    target: "t",
    erased: "e",
    ...given,
  };
  const answer = await extractEntries({ lists, runner } as never, file as never, signal);
  return { answer, asked, inputs };
}

const sheet = (...names: string[]) =>
  ({ kind: "sheet", alternatives: names.map((name) => ({ name })) }) as ReadQuestion;
it.each<[what: string, read: Result<Preflight>, given: object, code: string]>([
  ["another service's results", ok(preflight({ resultsOf: "zerobounce" as never })), {}, "suppression_mixed"],
  [
    "a file that may be results",
    ok(preflight({ questions: [{ kind: "results" } as ReadQuestion] })),
    {},
    "suppression_mixed",
  ],
  ["a file of outcomes", ok(SENDGRID), {}, "suppression_mixed"],
  ["two sheets", ok(preflight({ questions: [sheet("A", "B")] })), { everyone: true }, "suppression_sheets"],
  ["no file", fail(problem("file_binary", FILE)), {}, "file_binary"],
])("a suppression list is refused for %s", async (_, read, given, code) => {
  const { answer, inputs } = await importSuppression(read, given);
  expect(answer).toMatchObject({ problem: { code } });
  expect(inputs).toEqual([]);
});

it.each<[what: string, read: Result<Preflight>, given: object, asked: object[], column: string | undefined]>([
  ["a plain file", ok(preflight()), {}, [{}], undefined],
  [
    "a sheet with an open question",
    ok(preflight({ questions: [sheet("A"), { kind: "encoding" } as never] })),
    {},
    [{}],
    undefined,
  ],
  [
    "a list of domains",
    fail(problem("file_no_addresses", FILE)),
    {},
    [{}, { column: 0, hasHeader: false }],
    undefined,
  ],
  ["everyone in a file of outcomes", ok({ ...SENDGRID, addressColumn: 3 }), { everyone: true }, [{}], "4"],
])("entries of a suppression list come from %s", async (_, read, given, how, column) => {
  const { answer, asked, inputs } = await importSuppression(read, given);
  expect(answer).toEqual(ok({ addresses: 1 }));
  expect(asked).toEqual(how);
  expect(inputs).toMatchObject([{ column, name: "contacts.csv", target: "t", erased: "e" }]);
});

it("suppression lookups during a read are batched, and skipped if there are no suppression lists", async () => {
  const layout = layoutOf("/nowhere");
  const journal = unwrap(openAndMigrate(layout.journal, () => new Database(":memory:")));
  const asked: (readonly string[])[] = [];
  let isDamaged = false;
  const runner = {
    async run(_: string, { addresses }: { addresses: readonly string[] }) {
      asked.push([...addresses]);
      return isDamaged
        ? fail(problem("store_corrupt", { path: "x" }))
        : ok(addresses.map((one) => (one.startsWith("s") ? "suppressed" : null)));
    },
  };
  const findSuppression = createSuppressionLookup({ journal, layout, runner } as never);
  expect(await findSuppression("s0@x.example")).toEqual(ok(null));
  expect(asked).toEqual([]);
  journal.db.exec(
    `INSERT INTO imports (id, name, kind, source, digest, facts, bounces, sent, addresses, domains, created_at)
     VALUES ('i', 'i', 'suppression', 'user', 'd', 1, 0, 0, 0, 1, 1)`,
  );
  const answers = ["s1", "b", "s2"].map((one) => findSuppression(one));
  expect(await Promise.all(answers)).toEqual([ok("suppressed"), ok(null), ok("suppressed")]);
  expect(await findSuppression("b")).toEqual(ok(null));
  expect(asked).toEqual([["s1", "b", "s2"], ["b"]]);
  isDamaged = true;
  expect(await findSuppression("s1")).toMatchObject({ problem: { code: "store_corrupt" } });
});
