import { afterEach, expect, it, vi } from "vitest";
import { createStores, loadAll } from "../../../../renderer/stores/winnow.tsx";
import type { Settings } from "../../../../shared/bridge/app.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { DEFAULT_SETTINGS } from "../../../../shared/bridge/defaults.ts";
import type { BridgeEvent } from "../../../../shared/bridge.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { cleaning } from "../../../fixtures/cleaning.ts";
import { account, check, INFO, preflight, price } from "../../../fixtures/page.ts";
import { deferredReplies, fakeBridge, type Replies, refused } from "../../../support/fake-bridge.ts";

afterEach(() => void vi.unstubAllGlobals());

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => {});

function page(replies: Replies) {
  const fake = fakeBridge(replies);
  const winnow = createStores(fake.bridge);
  const stores = Object.entries(winnow).filter(([name]) => name !== "bridge");
  /** Returns the fields of all stores, keyed by `store.field`. */
  const all = (): Record<string, unknown> =>
    Object.fromEntries(
      stores.flatMap(([name, store]) =>
        Object.entries(store.getState()).map(([field, value]) => [`${name}.${field}`, value]),
      ),
    );
  return { ...fake, ...winnow, winnow, all };
}

const [first, running, reviewed] = [account("a"), cleaning(), cleaning({ id: "c9" })];
const settings = { ...DEFAULT_SETTINGS, startUnderCredits: 7 };
const verdict = check("ann@a.example", { verdict: "deliverable" });

/** Creates a page in use on an engine that returns other data from the second read on. */
async function inUse() {
  let isLater = false;
  const lists = [preflight(), null].map((read, at) => ({
    ...{ listId: `l-${at + 1}`, name: `${at + 1}.csv`, options: {}, preflight: read },
  }));
  const at = page({
    "app.info": () => ok(INFO),
    "settings.get": () => ok(isLater ? settings : DEFAULT_SETTINGS),
    "accounts.list": () => ok({ accounts: [isLater ? account("b") : first] }),
    "cleanings.list": () => ok({ total: 1, cleanings: [isLater ? reviewed : running] }),
    "cleanings.get": () => ok(running),
    "lists.unfinished": () => ok({ lists: isLater ? [] : lists }),
    "lists.read": never,
    "domains.look": never,
    "checks.check": () => ok(check("ann@a.example", { problem: { ...refused, code: "check_in_list" } })),
    "checks.known": () => ok({ check: verdict }),
  });
  await loadAll(at.winnow);
  await at.checks.getState().check("a", ["ann@a.example"]);
  void at.intake.getState().lookUpDomains(at.intake.getState().intakes[0]?.key ?? "");
  at.accounts.getState().setWaiting("a", refused);
  isLater = true;
  return at;
}

/** Returns the fields whose value `change` replaces. */
async function changesOf(at: Awaited<ReturnType<typeof inUse>>, change: () => void) {
  const before = at.all();
  change();
  await settled();
  return Object.fromEntries(Object.entries(at.all()).filter(([field, value]) => before[field] !== value));
}

const made = cleaning({ id: "c2", listId: "l-1" });
const done = cleaning({ state: "done" });
const renamed = account("a", { label: "A" });
const replaced = {
  ...{ "app.settings": settings, "app.remountKey": 1, "accounts.accounts": [account("b")] },
  ...{ "accounts.waiting": {}, "cleanings.byId": { c9: reviewed }, "cleanings.watched": ["c9"] },
  ...{ "intake.intakes": [], "checks.cards": [] },
};
const reading = { bytesRead: 5, bytesTotal: 9, rows: 2 };
it.each<[BridgeEvent, Record<string, unknown>]>([
  [
    { event: "list.progress", listId: "l-2", ...reading },
    { "intake.intakes": [{ reading: null }, { reading }] },
  ],
  [
    { event: "domains.progress", listId: "l-1", done: 2, total: 9 },
    { "intake.intakes": [{ domains: { done: 2, total: 9 } }, { domains: { kind: "not_asked" } }] },
  ],
  [
    { event: "cleaning.changed", cleaning: made },
    {
      ...{ "cleanings.byId": { c1: running, c2: made }, "cleanings.watched": ["c2", "c1"] },
      ...{ "intake.intakes": [{ listId: "l-2" }] },
    },
  ],
  [
    { event: "cleaning.finished", cleaning: done },
    {
      ...{ "cleanings.byId": { c1: done }, "desk.notification": { kind: "finished", cleaning: done } },
      ...{ "checks.cards": [{ check: verdict }] },
    },
  ],
  [
    { event: "cleaning.erased", cleaningId: "c1" },
    {
      ...{ "cleanings.byId": {}, "cleanings.erasedIds": new Set(["c1"]), "cleanings.watched": [] },
      ...{ "app.changeCounts": { erased: 1 } },
    },
  ],
  [{ event: "results.changed", cleaningId: "c1" }, { "app.changeCounts": { "results c1": 1 } }],
  [{ event: "suppression.changed" }, { "app.changeCounts": { suppression: 1 } }],
  [{ event: "settings.changed" }, { "app.settings": settings }],
  [{ event: "check.answered" }, { "app.changeCounts": { checks: 1 } }],
  [
    { event: "check.forgotten", address: "ANN@a.example" },
    { "checks.cards": [], "app.changeCounts": { checks: 1, forgotten: 1 } },
  ],
  [{ event: "account.changed", account: renamed }, { "accounts.accounts": [renamed] }],
  [{ event: "accounts.changed" }, { "accounts.accounts": [account("b")], "app.settings": settings }],
  [{ event: "balance.waiting", accountId: "a", problem: null }, { "accounts.waiting": {} }],
  [
    { event: "export.progress", cleaningId: "c1", name: "x", rowsWritten: 1, rowsTotal: 2 },
    { "desk.exports": { x: { written: 1, total: 2 } } },
  ],
  [{ event: "export.progress", cleaningId: "c1", rowsWritten: 1, rowsTotal: 2 }, {}],
  [{ event: "keychain.waiting", waiting: true }, { "app.waitsForKeychain": true }],
  [{ event: "network.changed", online: false }, { "app.online": false }],
  [
    { event: "files.received", sources: [{ kind: "text", name: "pasted", text: "a@b.example" }] },
    {
      ...{ "desk.request": { kind: "go", to: "/clean" } },
      ...{ "intake.intakes": [{ name: "pasted", problem: refused }, { listId: "l-1" }, { listId: "l-2" }] },
    },
  ],
  [{ event: "show.cleaning", cleaningId: "c1" }, { "desk.request": { kind: "go", to: "/cleanings/c1" } }],
  [{ event: "notice", problem: refused }, { "desk.notification": { kind: "problem", problem: refused } }],
  [{ event: "erase.progress", done: 1, total: 2 }, {}],
  [{ event: "data.replaced", paused: null }, replaced],
  [
    { event: "data.replaced", paused: 2 },
    { ...replaced, "desk.notification": { kind: "restored", paused: 2 } },
  ],
])("the event $0.event changes exactly the expected fields", async (event, expected) => {
  const at = await inUse();
  const changes = await changesOf(at, () => at.emit(event));
  expect(changes).toMatchObject(expected);
  expect(Object.keys(changes).sort()).toEqual(Object.keys(expected).sort());
  for (const field of ["cleanings.byId", "accounts.waiting"]) expect(changes[field]).toEqual(expected[field]);
});

it("data is read again after an interruption, and the time of the interruption is shown until then", async () => {
  const at = await inUse();
  expect(await changesOf(at, () => at.link().gone(5))).toEqual({ "app.unreachableSince": 5 });
  expect(await changesOf(at, () => at.link().resumed())).toMatchObject({
    ...{ "app.unreachableSince": null, "app.reconnects": 1, "app.settings": settings },
    ...{ "accounts.accounts": [account("b")], "cleanings.watched": ["c1", "c9"] },
  });
});

it.each([
  ["undo", true, "undo", null],
  ["export", true, null, "export"],
  ["undo", false, null, "undo"],
] as const)(
  "the command %s with a text field focused (%s) is executed in the field (%s) or by the screen (%s)",
  async (...row) => {
    const [command, isTyping, inText, onScreen] = row;
    const execCommand = vi.fn<(command: string) => boolean>();
    vi.stubGlobal("document", {
      activeElement: isTyping === null ? null : { matches: () => isTyping },
      execCommand,
    });
    const { desk, emit } = page({});
    for (const id of [1, 2]) {
      emit({ event: "command", command });
      expect(desk.getState().request).toEqual(onScreen && { kind: "command", command, id });
    }
    expect(execCommand.mock.calls).toEqual(inText === null ? [] : [[inText], [inText]]);
  },
);

it.each([
  [true, 0, 1],
  [true, 1, 0],
  [false, 0, 0],
])("with demo %s and %i accounts, the sandbox is set up %i times", async (demo, accounts, times) => {
  let isThere = false;
  const at = page({
    "app.info": () => (isThere ? ok({ ...INFO, demo }) : fail(refused)),
    "accounts.list": () => ok({ accounts: [first].slice(0, accounts) }),
  });
  await loadAll(at.winnow);
  expect(at.app.getState()).toMatchObject({
    info: null,
    problem: refused,
    online: true,
    waitsForKeychain: false,
  });
  isThere = true;
  await loadAll(at.winnow);
  expect(at.app.getState()).toMatchObject({ info: { demo }, problem: null });
  expect(at.asked.filter(([name]) => name === "accounts.sandbox")).toHaveLength(times);
});

const start = ["lists.open", "lists.read", "cleanings.price", "cleanings.start"];
it.each<[string, boolean, Cleaning["state"], string[]]>([
  ["the only account", false, "running", start],
  ["the only account", true, "imported", start.toSpliced(2, 0, "domains.look")],
  ["another account", true, "running", start.slice(0, 2)],
])(
  "with %s in use and look-ups %s, a list whose automatic start returns %s calls %j",
  async (account, lookUpDomains, state, expected) => {
    const begun = cleaning({ state });
    const at = page({
      "settings.get": () =>
        ok({
          ...settings,
          startUnderCredits: 60,
          lookUpDomains,
          accountId: account === "the only account" ? null : "b",
        }),
      "accounts.list": () => ok({ accounts: [first] }),
      "lists.open": () => ok({ listId: "l-1", name: "contacts.csv" }),
      "lists.read": () => ok(preflight()),
      "cleanings.price": () => ok(price()),
      "cleanings.start": () => ok(begun),
    });
    await loadAll(at.winnow);
    at.asked.length = 0;
    await at.intake.getState().add([{ kind: "sample" }]);
    expect(at.asked.map(([name]) => name)).toEqual(expected);
    const isBegun = expected.includes("cleanings.start");
    expect(at.cleanings.getState()).toMatchObject({
      byId: isBegun ? { c1: begun } : {},
      watched: isBegun && state === "running" ? ["c1"] : [],
    });
  },
);

it("a setting is shown at once, kept while the settings are read, and reverted if it is refused", async () => {
  const { open, reply: ask } = deferredReplies<unknown, Settings>();
  const { app } = page({ "settings.get": ask, "settings.set": ask });
  const answer = async (result: Result<Settings>) => {
    await vi.waitFor(() => expect(open).not.toEqual([]));
    open.shift()?.answer(result);
  };
  const limit = () => app.getState().settings.startUnderCredits;
  const reading = app.getState().readSettings();
  const saving = [1, 2].map((startUnderCredits) => app.getState().save({ startUnderCredits }));
  expect(limit()).toBe(2);
  await answer(ok(DEFAULT_SETTINGS));
  await reading;
  expect(limit()).toBe(2);
  await answer(ok({ ...DEFAULT_SETTINGS, startUnderCredits: 1 }));
  expect(await saving[0]).toBeNull();
  expect(limit()).toBe(2);
  await answer(fail(refused));
  await answer(ok({ ...DEFAULT_SETTINGS, startUnderCredits: 1 }));
  expect(await saving[1]).toBe(refused);
  expect(limit()).toBe(1);
  const lost = app.getState().readSettings();
  await answer(fail(refused));
  await lost;
  expect(limit()).toBe(1);
});
