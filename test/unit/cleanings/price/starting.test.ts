import { expect, it } from "vitest";
import {
  createStarting,
  type StartingOptions,
} from "../../../../electron/engine/cleanings/price/starting.ts";
import type { Handlers } from "../../../../electron/engine/handlers.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../shared/bridge/defaults.ts";
import type { CallRequest } from "../../../../shared/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { NO_TEAM } from "../../../support/no-team.ts";

const LIST = { listId: "l1", name: "list.csv", kind: "csv", revision: 1 };
const REQUEST: CallRequest<"cleanings.start"> = {
  ...{ listId: "l1", accountId: "a1", agreedCredits: 10, waitForCredits: false },
  options: { ...DEFAULT_CLEANING_OPTIONS },
};
const out = (path: string) =>
  ({ ...{ path, overwrite: true }, view: {}, format: { kind: "exact" } }) as never;
const refused = fail(problem("internal"));

/**
 * Sets up a list of ten addresses that costs 10 credits at first and 4 when it is priced again. `given` overrides the
 * dependencies; `did` records what happened to the cleaning.
 */
function world(given: Record<string, unknown> = {}, whilePriced = () => {}) {
  const did: string[] = [];
  const opened = { begun: 0, again: 0 };
  let suppressed = 0;
  let priced = 0;
  const options = {
    layout: layoutOf("/nowhere"),
    journal: {
      commit: <T>(work: () => T) => work(),
      db: { prepare: () => ({ pluck: () => ({ all: () => [suppressed] }) }) },
    },
    records: {
      insert: ({ agreed_credits, state, name }: Record<string, unknown>) =>
        did.push(`inserted ${state} ${name} for ${agreed_credits}`),
      note: (...[, , , , state]: unknown[]) => did.push(`noted ${state}`),
      finish: () => did.push("finished"),
    },
    ledger: { begin: () => did.push("claimed"), opened: () => ({ ...opened }) },
    clock: { now: () => 0 },
    accounts: { has: () => true, scope: () => ok("https://service.example") },
    preflight: () => ok(LIST),
    revision: () => 1,
    pricing: {
      async price() {
        if (++priced === 1) whilePriced();
        const parts = [{ ordinal: 1, bytes: 100, addresses: 10, rows: 10 }];
        const price = { credits: priced === 1 ? 10 : 4, available: 100 };
        return ok({ cleaningId: `c${priced}`, price, plan: { unique: 10, parts } });
      },
      discard: async (id: string) => void did.push(`discarded ${id}`),
      standing: () => null,
      ...(given.pricing as object | undefined),
    },
    executor: { resume: (id: string) => did.push(`sent ${id}`) },
    finisher: { finishIfSettled: () => did.push("settled"), writeOutput: () => did.push("written") },
    importResults: async () => ok({ counts: {}, missing: 0 }),
    checkOutputPath: () => ok(null),
    view: (id: string) => ({ id }),
    team: NO_TEAM,
    probe: () => {},
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== "pricing")),
  } as unknown as StartingOptions;
  const starting: Handlers<"cleanings.start"> = createStarting(options);
  const start = async (request: Partial<typeof REQUEST> = {}, signal = new AbortController().signal) => {
    const answer = await starting["cleanings.start"]({ ...REQUEST, ...request }, { signal });
    return answer.ok ? answer.value.id : answer.problem.code;
  };
  return { start, did, opened, suppress: () => suppressed++ };
}

const STARTED_LOG = ["inserted active list.csv for 10", "claimed", "noted active", "sent c1", "settled"];

it("a cleaning is inserted, claims its addresses and is sent at the agreed price", async () => {
  const { start, did } = world();
  expect(await start()).toBe("c1");
  expect(did).toEqual(STARTED_LOG);
});

it.each<
  [
    why: string,
    given: Record<string, unknown>,
    wish: Partial<typeof REQUEST>,
    code: string,
    isPriced: boolean,
  ]
>([
  ["the account is gone", { accounts: { has: () => false } }, {}, "account_unknown", false],
  [
    "the account has no service",
    { accounts: { has: () => true, scope: () => refused } },
    {},
    "internal",
    false,
  ],
  ["the list cannot be read", { preflight: () => refused }, {}, "internal", false],
  ["the list was read again after it was priced", {}, { revision: 2 }, "list_changed", false],
  [
    "a question about the list is open",
    { preflight: () => ok({ ...LIST, questions: [{ kind: "encoding", changes: "words" }] }) },
    { out: out("/a/cleaned.XLSX") },
    "file_reading_unclear",
    false,
  ],
  [
    "the output path is refused",
    { checkOutputPath: () => refused },
    { out: out("a.csv") },
    "internal",
    false,
  ],
  ["there is no price", { pricing: { price: async () => refused } }, {}, "internal", false],
  ["the list is gone while it is priced", { revision: () => null }, {}, "list_unknown", true],
  ["the list is read again while it is priced", { revision: () => 2 }, {}, "list_changed", true],
  ["the price is higher than the one agreed to", {}, { agreedCredits: 9 }, "price_changed", true],
  [
    "credits are missing",
    { pricing: { standing: () => ({ balance: 13, promised: 4 }) } },
    {},
    "credits_insufficient",
    true,
  ],
])("a cleaning does not begin if %s", async (_, given, wish, code, isPriced) => {
  const { start, did } = world(given);
  expect(await start(wish)).toBe(code);
  expect(did).toEqual(isPriced ? ["discarded c1"] : []);
});

it.each<[why: string, given: Record<string, unknown>, wish: Partial<typeof REQUEST>]>([
  ["credits just suffice", { pricing: { standing: () => ({ balance: 14, promised: 4 }) } }, {}],
  [
    "it may wait for credits",
    { pricing: { standing: () => ({ balance: 3, promised: 4 }) } },
    { waitForCredits: true },
  ],
  ["a higher price was agreed to", {}, { agreedCredits: 11 }],
  ["the list was not read again after the price", {}, { revision: 1 }],
  [
    "the open question concerns only texts of an exact copy",
    { preflight: () => ok({ ...LIST, questions: [{ kind: "encoding", changes: "words" }] }) },
    { out: out("/a/b.xlsx.csv") },
  ],
])("a cleaning begins if %s", async (_, given, wish) => {
  const { start, did } = world(given);
  expect(await start(wish)).toBe("c1");
  expect(did).toEqual(STARTED_LOG);
});

it.each(["suppress", "reuseKnown"] as const)(
  "a cleaning with %s does not begin if a suppression list was added while it was priced",
  async (option) => {
    const { start, did, suppress } = world({}, () => suppress());
    const options = { ...DEFAULT_CLEANING_OPTIONS, suppress: false, reuseKnown: false };
    expect(await start({ options: { ...options, [option]: true } })).toBe("price_outdated");
    expect(did).toEqual(["discarded c1"]);
  },
);

it("a cleaning is priced again if a failed list was retried while it was priced", async () => {
  const { start, did, opened } = world({}, () => opened.again++);
  expect(await start()).toBe("c2");
  expect(did).toEqual([
    "discarded c1",
    ...["inserted active list.csv for 4", "claimed", "noted active", "sent c2", "settled"],
  ]);
});

it("a cleaning is refused after 20 plans if claims keep being reopened while it is planned", async () => {
  let priced = 0;
  const opened = () => ({ begun: 0, again: ++priced });
  const { start, did } = world({ ledger: { opened, begin: () => {} } });
  expect(await start()).toBe("price_outdated");
  expect(did).toEqual(Array.from({ length: 20 }, (_, i) => `discarded c${i + 1}`));
});

it.each<[when: string, more: Partial<typeof REQUEST>]>([
  ["another list began, because shared addresses are claimed by only one of them", {}],
  ["it shares nothing with other lists", { options: { ...DEFAULT_CLEANING_OPTIONS, reuseKnown: false } }],
])("a cleaning begins at its first price if %s", async (_, more) => {
  const { start, did, opened } = world({}, () => {
    opened.begun++;
    if (more.options !== undefined) opened.again++;
  });
  expect(await start(more)).toBe("c1");
  expect(did).toEqual(STARTED_LOG);
});

it("a results file is imported when its cleaning begins, and the cleaned list is written", async () => {
  const asked: unknown[] = [];
  const own = { preflight: () => ok({ ...LIST, kind: "results", fileDate: 7 }) };
  const importResults = async (file: unknown) => {
    asked.push(file);
    return ok({ counts: {}, missing: 2 });
  };
  const { start, did } = world({ ...own, importResults });
  expect(await start({ name: "Mine" })).toBe("c1");
  expect(did).toEqual([
    "inserted imported Mine for 10",
    "claimed",
    "finished",
    "noted imported",
    "sent c1",
    "written",
  ]);
  const scope = "files";
  expect(asked).toEqual([{ cleaningId: "c1", listId: "l1", scope, assumedAt: 7 }]);
  const damaged = world({ ...own, importResults: async () => refused });
  expect(await damaged.start()).toBe("internal");
  expect(damaged.did).toEqual(["discarded c1"]);
});

it("a repeated request begins one cleaning, and one with the same id but other options is refused", async () => {
  const { start, did } = world();
  const requestId = "r1";
  expect(await Promise.all([start({ requestId }), start({ requestId })])).toEqual(["c1", "c1"]);
  expect(await start({ requestId })).toBe("c1");
  expect(await start({ requestId, agreedCredits: 11 })).toBe("price_outdated");
  expect(did).toEqual(STARTED_LOG);
  expect(await start({ requestId: "r2" })).toBe("c2");
});

it("a request that failed can be repeated", async () => {
  let isThere = false;
  const { start } = world({ revision: () => (isThere ? 1 : null) });
  expect(await start({ requestId: "r" })).toBe("list_unknown");
  isThere = true;
  expect(await start({ requestId: "r" })).toBe("c2");
});

it("a request continues for a second caller after the first has aborted", async () => {
  const first = new AbortController();
  const { start, did } = world({}, () => first.abort());
  const requestId = "r";
  expect(await Promise.all([start({ requestId }, first.signal), start({ requestId })])).toEqual([
    "cancelled",
    "c2",
  ]);
  expect(did.filter((one) => one.startsWith("sent"))).toEqual(["sent c2"]);
});
