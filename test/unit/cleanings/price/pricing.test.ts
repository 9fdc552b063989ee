import { existsSync, mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import type { Plan } from "../../../../electron/engine/cleanings/price/plan.ts";
import {
  createPricing,
  type PricingOptions,
  reservedCredits,
} from "../../../../electron/engine/cleanings/price/pricing.ts";
import type { Records } from "../../../../electron/engine/cleanings/records.ts";
import { layoutOf } from "../../../../electron/engine/store/index.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../../shared/bridge/defaults.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { testFolder } from "../../../support/folders.ts";
import { NO_TEAM } from "../../../support/no-team.ts";

const LIST = {
  ...{ listId: "l1", revision: 1, addressColumn: 0, kind: "csv", candidates: [0, 2, 5] },
  ...{
    rows: 20,
    repeated: 3,
    malformed: 2,
    empty: 1,
    columns: [{ name: "Work" }, { name: "x" }, { name: "Private" }],
  },
};
const PLAN: Plan = {
  ...{
    unique: 14,
    suppressed: 1,
    erased: 13,
    known: 6,
    knownFromFiles: 2,
    knownFromTeam: 12,
    bounced: 3,
    atDeadDomains: 4,
    inFile: 5,
  },
  ...{
    withoutVerdict: 7,
    unrecognised: null,
    unreadDates: null,
    beyondLimit: 8,
    elsewhere: 9,
    elsewhereIn: [],
    credits: 10,
    perhapsPaid: 11,
  },
  parts: [{ ordinal: 1, addresses: 10, rows: 10, bytes: 100 }],
};
const broken = fail(problem("service_broken", { status: 500 }));

/** Sets up a list and an account with 100 credits, 30 of them promised. `given` overrides the dependencies. */
function world(given: Record<string, unknown> = {}) {
  const layout = layoutOf(testFolder());
  const did: string[] = [];
  const asked: Record<string, unknown>[] = [];
  let time = 0;
  let credits: number | null = null;
  const options = {
    layout,
    team: NO_TEAM,
    accounts: {
      credits: () => credits,
      scope: () => ok("https://service.example"),
      async refreshCredits() {
        did.push("asked for the balance");
        const answer = (given.balance ?? ok(100)) as typeof broken | ReturnType<typeof ok<number>>;
        if (answer.ok) credits = answer.value;
        return answer;
      },
    },
    clock: {
      now: () => 0,
      monotonic: () => time,
      after(milliseconds: number, act: () => void) {
        time += milliseconds;
        queueMicrotask(act);
        return () => {};
      },
    },
    emit: () => {},
    settings: () => ({ freshDays: 30, freshDaysUnknown: 7 }),
    limits: { bytes: 1, addresses: 2 },
    preflight: () => ok(LIST),
    async plan(input: Record<string, unknown>) {
      asked.push(input);
      if (input.cleaningId !== null)
        mkdirSync(layout.cleaning(String(input.cleaningId)).dir, { recursive: true });
      return ok(PLAN);
    },
    ledger: { abandon: () => did.push("abandoned"), claims: () => [] },
    deadDomains: () => ["dead.example"],
    forgetVerdicts: async () => void did.push("forgot its verdicts"),
    reserved: () => 30,
    ...given,
  } as unknown as PricingOptions;
  const pricing = createPricing(options);
  const price = (write = false, choices = {}) =>
    pricing.price("l1", "a1", { ...DEFAULT_CLEANING_OPTIONS, ...choices }, write);
  return { layout, pricing, price, did, asked, pass: (milliseconds: number) => (time += milliseconds) };
}

it("a price combines the counts of the list, the plan and the account", async () => {
  const { price } = world();
  const { parts, unique: _, unrecognised, unreadDates, elsewhereIn: _others, ...counts } = PLAN;
  expect(await price()).toEqual(
    ok({
      ...{ cleaningId: null, plan: PLAN },
      price: {
        ...{ rows: 20, repeated: 3, malformed: 2, empty: 1, ...counts, parts: parts.length },
        ...{ available: 70, balance: 100, promised: 30 },
      },
    }),
  );
});

it("the plan leaves out dead domains unless they are to be verified, and recognises a results file", async () => {
  const { price, asked } = world();
  await price();
  await price(false, { verifyDeadDomains: true });
  const results = world({ preflight: () => ok({ ...LIST, kind: "results" }) });
  await results.price();
  expect([...asked, ...results.asked]).toMatchObject([
    { deadDomains: ["dead.example"], imported: false, cleaningId: null },
    { deadDomains: [], imported: false },
    { deadDomains: ["dead.example"], imported: true },
  ]);
});

it("a balance is reused for prices for half a minute and read again when a cleaning begins", async () => {
  const { price, did, pass } = world();
  for (const wait of [0, 29_999, 1, 0]) {
    pass(wait);
    await price();
  }
  expect(did).toHaveLength(2);
  await price(true);
  expect(did).toHaveLength(3);
});

it("a balance that could not be read is requested again for the next price", async () => {
  const { price, did } = world({ balance: broken });
  await price();
  const before = did.length;
  await price();
  expect(did.length).toBeGreaterThan(before);
});

it.each<
  [
    balance: "key_invalid" | "cancelled" | "service_broken",
    credits: number,
    begins: boolean,
    code: string | null,
  ]
>([
  ["service_broken", 10, false, null],
  ["service_broken", 10, true, "balance_unread"],
  ["service_broken", 0, true, null],
  ["key_invalid", 10, false, "key_invalid"],
  ["key_invalid", 0, false, null],
  ["cancelled", 10, false, "cancelled"],
])(
  "without a balance (%s), a price of %d credits for a cleaning that begins (%s) has the problem %s",
  async (balance, credits, begins, code) => {
    const failed = {
      key_invalid: fail(problem("key_invalid", { account: "A" })),
      cancelled: fail(problem("cancelled")),
      service_broken: broken,
    };
    const { price } = world({ balance: failed[balance], plan: async () => ok({ ...PLAN, credits }) });
    const answer = await price(begins);
    if (code !== null) expect(answer).toMatchObject({ ok: false, problem: { code } });
    else
      expect(answer).toMatchObject({
        value: { price: { credits, available: null, balance: null, unread: {} } },
      });
  },
);

it.each<[why: string, given: Record<string, unknown>, code: string]>([
  ["cannot be read", { preflight: () => broken }, "service_broken"],
  [
    "has several columns of addresses",
    { preflight: () => ok({ ...LIST, addressColumn: null }) },
    "file_column_unclear",
  ],
  ["cannot be planned", { plan: async () => broken }, "service_broken"],
])("a list that %s has no price, and its cleaning leaves nothing behind", async (_, given, code) => {
  const { price, did } = world(given);
  expect(await price(true)).toMatchObject({ problem: { code } });
  expect(did).toEqual(["abandoned", "forgot its verdicts"]);
});

it.each<[how: string, now: unknown, code: string]>([
  ["read again", ok({ ...LIST, revision: 2 }), "list_changed"],
  ["closed", fail(problem("list_unknown")), "list_unknown"],
])("a list that is %s while it is priced has no price, even if its files are gone", async (_, now, code) => {
  for (const plan of [async () => ok(PLAN), async () => Promise.reject(new Error("ENOENT"))]) {
    const answers = [ok(LIST), now];
    const { price, did } = world({ plan, preflight: () => answers.shift() ?? now });
    expect(await price()).toMatchObject({ problem: { code } });
    expect(did).toEqual([]);
  }
  const bug = world({ plan: async () => Promise.reject(new Error("bug")) });
  await expect(bug.price()).rejects.toThrow("bug");
});

it("discarding a cleaning removes its files even if its verdicts cannot be forgotten", async () => {
  const { layout, price, pricing, asked } = world({
    forgetVerdicts: async () => Promise.reject(new Error("busy")),
  });
  expect(await price(true)).toMatchObject({ ok: true });
  const id = String(asked[0]?.cleaningId);
  const { dir } = layout.cleaning(id);
  expect(existsSync(dir)).toBe(true);
  await pricing.discard(id, "l1");
  await pricing.discard(id, "l1");
  expect(existsSync(dir)).toBe(false);
});

it("credits are reserved for the unstarted parts of an account's watched cleanings", () => {
  const part = (kind: string, startedAt: number | null, credits: number) => ({
    record: { state: { kind }, startedAt, credits, addresses: credits, agreed: credits },
  });
  const rows = { own: ["a1", true], other: ["a2", true], idle: ["a1", false] } as const;
  const records = {
    active: () => ["own", "other", "idle", "gone"],
    cleaning: (id: keyof typeof rows) => rows[id] && { id, account_id: rows[id][0], watching: rows[id][1] },
    parts: () => [
      part("uploading", null, 1),
      part("verifying", 5, 10),
      part("failed", null, 100),
      part("ready", null, 1000),
    ],
  } as unknown as Records;
  expect(reservedCredits(records, "a1")).toBe(1001);
});
