import { describe, expect, it } from "vitest";
import { sourceOfMapping } from "../../../shared/mapping.ts";
import { importedSentences } from "../../../shared/source-sentences.ts";
import { RECOMMENDED_VERDICTS } from "../../../shared/verdicts.ts";
import { hasEnded, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";
import { accountId, at, LABEL, read, sandbox, write } from "./engine.ts";

const IN_ORDER = { by: { kind: "row" as const }, descending: false };
const seconds = (time: number) => Math.floor(time / 1000);
const bounces = (...rows: [email: string, reason: string, created: number][]) =>
  [
    "status,reason,email,created",
    ...rows.map(([email, reason, created]) => `5.1.1,${reason},${email},${created}`),
  ]
    .join("\n")
    .concat("\n");
const taken = async (text: string, assumedAt?: number) => {
  const listId = await read(text);
  return unwrap(await at.call("memory.import", { listId, name: "export.csv", assumedAt }));
};
const options = { ...PAY_FOR_ALL, reuseKnown: true };
async function price(addresses: readonly string[]) {
  const listId = await read(`Email\n${addresses.join("\n")}\n`);
  return { listId, ...unwrap(await at.call("cleanings.price", { listId, accountId, options })) };
}

async function importVerdicts(text: string, more: { assumedAt?: number } = {}) {
  const listId = await read(text);
  unwrap(await at.call("lists.read", { listId, options: { readAs: "results" } }));
  const start = { listId, accountId, options: { ...options, ...more }, agreedCredits: 0 };
  return unwrap(await at.call("cleanings.start", start));
}

describe("an imported export of a mailing service", () => {
  it("is reported with its source and outcomes, and imported once", async () => {
    const file = bounces(["ann@dead.example", "user unknown", 1_709_287_872], ["", "user unknown", 1]);
    const first = await taken(file);
    expect(first).toMatchObject({
      ...{ source: "SendGrid (suppressions)", kind: "outcomes", isNew: true, rows: 2, facts: 1 },
      ...{ bounces: 1, addresses: 0, without: 1, outcomes: { hard: 1 } },
    });
    expect(await taken(file)).toMatchObject({ id: first.id, isNew: false });
    expect(unwrap(await at.call("memory.imports", {})).imports).toHaveLength(1);
    // Another bounce of the same address is a new import.
    const later = bounces(["ann@dead.example", "user unknown", 1_719_287_872]);
    expect(await taken(later)).toMatchObject({ isNew: true });
  });

  it("leaves people who opted out of the list's forecast", async () => {
    const { listId } = await price(["jan@left.example", "kim@left.example", "lou@left.example"]);
    const source = { kind: "text" as const, name: "out", text: "jan@left.example\n" };
    const { id } = unwrap(await at.call("suppression.add", { name: "out", source }));
    const { forecast } = unwrap(await at.call("forecast.list", { listId, accountId }));
    expect(forecast).toMatchObject({ addresses: 2, unverified: 2 });
    unwrap(await at.call("memory.remove", { id }));
  });

  it("says which failures are the sender's to mend", async () => {
    const reply = (email: string, text: string) => `5.7.1,${text},${email},`;
    const rows = [
      reply("a@told.example", "550 5.7.26 Unauthenticated email is not accepted"),
      reply("b@told.example", "550 5.7.26 Unauthenticated email is not accepted"),
      reply("c@told.example", "550 5.7.1 on our block list (S3150)"),
      reply("d@told.example", "550 5.7.1 Message content rejected"),
    ];
    const imported = await taken(["status,reason,email,created", ...rows, ""].join("\n"));
    expect(imported).toMatchObject({
      outcomes: { policy: 4 },
      faults: { authentication: 2, reputation: 1 },
    });
    expect(importedSentences(imported).slice(1)).toEqual([
      expect.stringMatching(/^2 messages were refused because your domain is not authenticated: set up SPF/),
      expect.stringMatching(/^1 message was refused because your mail server or domain is on a block list/),
    ]);
  });

  it("makes bounced addresses undeliverable and free of charge, with the bounce as the reason", async () => {
    await taken(bounces(["bob@dead.example", "user unknown", seconds(Date.now())]));
    const { listId, ...priced } = await price(["bob@dead.example", "cy@fine.example"]);
    expect(priced).toMatchObject({ known: 1, bounced: 1, credits: 1 });
    const start = { listId, accountId, options, agreedCredits: 1 };
    const { id } = unwrap(await at.call("cleanings.start", start));
    await at.until(id, hasEnded);
    const rows = unwrap(
      await at.call("results.rows", { cleaningId: id, filter: {}, sort: IN_ORDER, offset: 0, limit: 10 }),
    ).rows;
    expect(rows[0]).toMatchObject({ verdict: "undeliverable", source: "bounced", reason: "bounced" });
    expect(sandbox.charges(LABEL).get("bob@dead.example")).toBeUndefined();
  });

  it("yields to verdicts newer than the bounce, and overrides older ones", async () => {
    const { listId } = await price(["dan@lived.example", "eve@died.example"]);
    const start = { listId, accountId, options, agreedCredits: 2 };
    const { id } = unwrap(await at.call("cleanings.start", start));
    await at.until(id, hasEnded);
    await taken(
      bounces(
        ["dan@lived.example", "user unknown", seconds(at.clock.now() - 30 * 86_400_000)],
        ["eve@died.example", "user unknown", seconds(at.clock.now() + 60_000)],
      ),
    );
    expect(await price(["dan@lived.example"])).toMatchObject({ known: 1, credits: 0 });
    expect(await price(["dan@lived.example"])).not.toHaveProperty("bounced");
    expect(await price(["eve@died.example"])).toMatchObject({ known: 1, bounced: 1 });
  });

  it("makes an address undeliverable everywhere in lists that were cleaned before, until it is undone", async () => {
    const addresses = ["fay@here.example", "gus@gone.example", "hal@here.example", "ivy@later.example"];
    const { listId } = await price(addresses);
    const start = { listId, accountId, options: { ...options, limit: 3 }, agreedCredits: 3 };
    const { id: cleaningId } = unwrap(await at.call("cleanings.start", start));
    await at.until(cleaningId, hasEnded);
    const look = async () => {
      const sort = { by: { kind: "row" as const }, descending: false };
      const facets = [{ kind: "verdict" as const }, { kind: "reason" as const }];
      const { counts } = unwrap(await at.call("cleanings.get", { cleaningId }));
      const { verdictAddresses } = unwrap(await at.call("results.summary", { cleaningId }));
      const { segments } = unwrap(await at.call("results.answer", { cleaningId }));
      const { insights } = unwrap(await at.call("results.insights", { cleaningId }));
      const rows = unwrap(
        await at.call("results.rows", { cleaningId, filter: {}, sort, offset: 0, limit: 5 }),
      );
      const counted = unwrap(await at.call("results.facets", { cleaningId, filter: {}, facets }));
      const few = counted.facets.map(({ values }) => values.filter(({ rows }) => rows > 0));
      const { verdict, reason } = unwrap(await at.call("results.row", { cleaningId, row: 1 })).row;
      const question = { kind: "address" as const, address: "gus@gone.example" };
      const { lists } = unwrap(await at.call("results.holding", { question, from: null }));
      const kept = { cleaningId, filter: { segments: ["safe" as const, "risky" as const] } };
      const { rows: exported, leftOut } = unwrap(await at.call("exports.count", kept));
      const marked = { verdicts: [...RECOMMENDED_VERDICTS], applyOverrides: true };
      const byVerdict = unwrap(await at.call("exports.count", { cleaningId, filter: marked })).rows;
      return {
        ...{ counts, verdictAddresses, segments, insights, facets: few, exported, leftOut, byVerdict },
        row: { verdict, reason },
        held: lists
          .flatMap((one) => (one.cleaningId === cleaningId ? one.addresses : []))
          .map(({ verdict: v }) => v),
        verdicts: rows.rows.map((row) => row.verdict),
      };
    };
    const before = await look();
    expect(before.row).toEqual({ verdict: expect.any(String), reason: "service" });
    expect(before.counts.undeliverable).toBe(0);
    // A mark is older than the bounce.
    unwrap(await at.call("results.mark", { cleaningId, rows: [1], decision: "keep" }));
    const imported = await taken(
      bounces(
        ["gus@gone.example", "user unknown", seconds(at.clock.now() + 60_000)],
        ["ivy@later.example", "user unknown", seconds(at.clock.now())],
      ),
    );
    const { name } = unwrap(await at.call("cleanings.get", { cleaningId }));
    expect(imported.changed).toEqual([{ cleaningId, name, addresses: 1 }]);
    const after = await look();
    expect(after).toMatchObject({
      counts: { undeliverable: 1 },
      verdictAddresses: { undeliverable: 1 },
      // The address beyond the limit has no verdict, but is not mailed either.
      segments: { do_not_send: { addresses: 2 } },
      insights: [{ code: "bounced_since", addresses: 1, rows: 1, filter: { reasons: ["bounced_since"] } }],
      exported: 2,
      byVerdict: 2,
      row: { verdict: "undeliverable", reason: "bounced_since" },
    });
    // No one was suppressed.
    expect(after.leftOut).toEqual({ undeliverable: 1, beyond_limit: 1 });
    expect(after.held).toEqual(["undeliverable"]);
    expect(after.verdicts[1]).toBe("undeliverable");
    expect(after.facets[0]).toContainEqual({ value: "undeliverable", rows: 1 });
    expect(after.facets[1]).toContainEqual({ value: "bounced_since", rows: 1 });
    // What the service said stays in the history.
    const { history } = unwrap(await at.call("results.row", { cleaningId, row: 1 }));
    expect(history[0]).toMatchObject({ verdict: before.row.verdict, source: "service" });
    unwrap(await at.call("results.mark", { cleaningId, rows: [1], decision: null }));
    unwrap(await at.call("memory.remove", { id: imported.id }));
    await expect.poll(look).toEqual(before);
  });

  it("says which addresses of a cleaned list were suppressed since, not those left out at the start", async () => {
    const suppress = async (address: string) => {
      const source = { kind: "text" as const, name: "out", text: `${address}\n` };
      return unwrap(await at.call("suppression.add", { name: "out", source })).id;
    };
    const early = await suppress("mia@since.example");
    const { listId } = await price(["mia@since.example", "ned@since.example", "ona@since.example"]);
    const start = { listId, accountId, options, agreedCredits: 2 };
    const { id: cleaningId } = unwrap(await at.call("cleanings.start", start));
    await at.until(cleaningId, hasEnded);
    const late = await suppress("ned@since.example");
    const query = { cleaningId, filter: {}, sort: IN_ORDER, offset: 0, limit: 5 };
    const { rows } = unwrap(await at.call("results.rows", query));
    expect(rows.map(({ reason }) => reason)).toEqual(["suppressed", "suppressed_since", "service"]);
    const { insights } = unwrap(await at.call("results.insights", { cleaningId }));
    expect(insights).toMatchObject([{ code: "suppressed_since", addresses: 1, rows: 1 }]);
    for (const id of [early, late]) unwrap(await at.call("memory.remove", { id }));
  });

  it.each([
    ["the row", "ida@early.example", "4102444800", undefined],
    ["the file", "ivo@early.example", "", Date.UTC(2100, 0)],
  ])(
    "counts from the time of the import if the time of %s is in the future",
    async (_, address, created, assumedAt) => {
      const file = `status,reason,email,created\n5.1.1,user unknown,${address},${created}\n`;
      const { createdAt } = await taken(file, assumedAt);
      const { facts } = unwrap(await at.call("memory.facts", { address }));
      expect(facts).toMatchObject([{ outcome: "hard", isAssumed: true }]);
      expect(facts[0]?.at).toBeLessThanOrEqual(createdAt);
    },
  );

  it("provides the result of a check of a bounced address, free of charge", async () => {
    await taken(bounces(["moe@dead.example", "user unknown", 1_709_287_872]));
    const check = (again: boolean) =>
      at.call("checks.check", { accountId, address: "Moe@dead.example", again });
    expect(unwrap(await check(false))).toMatchObject({
      ...{ verdict: "undeliverable", source: "bounced", checkedAt: 1_709_287_872_000 },
      advice: "Leave it out: mail to it bounced, according to SendGrid (suppressions).",
    });
    expect(sandbox.charges(LABEL).get("moe@dead.example")).toBeUndefined();
    const { verdict } = unwrap(await check(true));
    expect(unwrap(await check(false))).toMatchObject({ verdict, source: "known" });
  });

  it("appears in the facts about an address and its domain, newest first", async () => {
    await taken(bounces(["lea@told.example", "user unknown", 1_709_287_872]), Date.now());
    const blocked = "status,reason,email,created\n5.7.1,spam,LEA@told.example,\n";
    await taken(blocked, Date.UTC(2024, 5, 1));
    const source = { kind: "text" as const, name: "mine", text: "@told.example\n" };
    unwrap(await at.call("suppression.add", { name: "mine", source }));
    const { facts } = unwrap(await at.call("memory.facts", { address: " Lea@Told.example" }));
    expect(facts).toMatchObject([
      { outcome: "suppressed", source: null, name: "mine", isOfDomain: true },
      { outcome: "policy", at: Date.UTC(2024, 5, 1), isAssumed: true, words: "5.7.1 spam" },
      { outcome: "hard", at: 1_709_287_872_000, isAssumed: false, source: "SendGrid (suppressions)" },
    ]);
    expect(unwrap(await at.call("memory.facts", { address: "ann@other.example" })).facts).toEqual([]);
  });
});

it("a file of mixed Postmark notifications suppresses people who opted out, from a separate column", async () => {
  const rows = [
    { RecordType: "Bounce", Type: "HardBounce", TypeCode: 1, Email: "moe@post.example" },
    {
      RecordType: "SubscriptionChange",
      Recipient: "nia@post.example",
      SuppressSending: true,
      Origin: "Recipient",
    },
    { RecordType: "SubscriptionChange", Recipient: "oda@post.example", SuppressSending: false },
  ].map((row) => JSON.stringify(row));
  const listId = await readList(at, write(`${rows.join("\n")}\n`, "postmark.jsonl"));
  expect(unwrap(await at.call("memory.import", { listId, name: "postmark.jsonl" }))).toMatchObject({
    ...{ source: "Postmark (bounces)", bounces: 1, addresses: 1, without: 0 },
    outcomes: { hard: 1, unsubscribed: 1 },
  });
  expect(await price(["moe@post.example", "nia@post.example", "oda@post.example"])).toMatchObject({
    ...{ suppressed: 1, bounced: 1, credits: 1 },
  });
});

describe("the dates of an imported file", () => {
  const mapped = sourceOfMapping({
    name: "Shop",
    columns: [{ column: "State", words: { bounced: "hard" } }],
    date: "When",
  });
  const mappedFile = (rows: readonly [string, string][]) =>
    `Email,State,When\n${rows.map(([address, when]) => `${address},bounced,${when}\n`).join("")}`;
  const importAs = async (text: string, more: object = {}) => {
    const listId = await read(text);
    return at.call("memory.import", { listId, name: "shop.csv", as: mapped, ...more });
  };
  const factsAbout = async (address: string) => unwrap(await at.call("memory.facts", { address })).facts;

  it("are read with the day or month first, as one of them tells", async () => {
    unwrap(
      await importAs(
        mappedFile([
          ["amy@dated.example", "03/25/2019 8:11 AM"],
          ["ben@dated.example", "03/04/2019 8:11 AM"],
        ]),
      ),
    );
    expect(await factsAbout("amy@dated.example")).toMatchObject([
      { at: Date.UTC(2019, 2, 25, 8, 11), isAssumed: false },
    ]);
    expect(await factsAbout("ben@dated.example")).toMatchObject([{ at: Date.UTC(2019, 2, 4, 8, 11) }]);
  });

  it("of 2019 leave a newer verdict in place", async () => {
    const { listId } = await price(["cas@dated.example"]);
    const { id } = unwrap(await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 1 }));
    await at.until(id, hasEnded);
    unwrap(await importAs(mappedFile([["cas@dated.example", "03/25/2019 8:11 AM"]])));
    expect(await price(["cas@dated.example"])).not.toHaveProperty("bounced");
  });

  it("are asked about if nothing tells which number is the day", async () => {
    const file = mappedFile([["dot@dated.example", "03/04/2019"]]);
    expect(await importAs(file)).toMatchObject({
      problem: { code: "dates_unclear", values: { sample: "03/04/2019" } },
    });
    expect(await factsAbout("dot@dated.example")).toEqual([]);
    unwrap(await importAs(file, { dateOrder: "day_first" }));
    expect(await factsAbout("dot@dated.example")).toMatchObject([{ at: Date.UTC(2019, 3, 3) }]);
  });

  it("are counted if they cannot be read, unless they are empty", async () => {
    const { unreadDates } = unwrap(
      await importAs(
        mappedFile([
          ["eli@dated.example", "gestern"],
          ["fay@dated.example", ""],
          ["gus@dated.example", "n/a"],
          ["hal@dated.example", "2019-03-04"],
        ]),
      ),
    );
    expect(unreadDates).toEqual({ words: [{ word: "gestern", rows: 1 }], beyond: 0 });
    expect(await factsAbout("eli@dated.example")).toMatchObject([{ isAssumed: true }]);
  });

  it.each([
    [
      "another service's results",
      (when: string) => `Email,Clearout Status,Clearout Verified At (UTC)\n%,invalid,${when}\n`,
    ],
    [
      "the service's own results",
      (when: string) =>
        `Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\n%,undeliverable,N,N,N,N,N,${when}\n`,
    ],
  ])("of %s are read as a spreadsheet writes them", async (name, text) => {
    const address = `${name.replace(/\W/g, "-")}@sheet.example`;
    const about = async () => {
      const page = await at.call("results.history", { search: address, limit: 5 });
      return unwrap(page);
    };
    const listId = await read(text("03/04/2019 09:30").replace("%", address));
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results" } }));
    const start = { listId, accountId, options, agreedCredits: 0 };
    expect(await at.call("cleanings.price", start)).toMatchObject({ problem: { code: "dates_unclear" } });
    const dated = { ...start, options: { ...options, dateOrder: "month_first" as const } };
    expect(unwrap(await at.call("cleanings.price", dated))).not.toHaveProperty("unreadDates");
    unwrap(await at.call("cleanings.start", dated));
    expect(JSON.stringify(await about())).toContain(`${Date.UTC(2019, 2, 4, 9, 30)}`);
  });

  it("of results are counted if they cannot be read", async () => {
    const listId = await read(
      `Email,Clearout Status,Clearout Verified At (UTC)\nivy@dated.example,valid,gestern\n`,
    );
    unwrap(await at.call("lists.read", { listId, options: { readAs: "results" } }));
    const priced = unwrap(await at.call("cleanings.price", { listId, accountId, options }));
    expect(priced.unreadDates).toEqual({ words: [{ word: "gestern", rows: 1 }], beyond: 0 });
  });
});

describe("a results file whose verdicts have no date", () => {
  const DAY = 86_400_000;
  const file = (address: string) => `Email,ZB Status,ZB Sub Status\n${address},invalid,mailbox_not_found\n`;

  it("saves credits if the file's own date is recent", async () => {
    await importVerdicts(file("ida@known.example"));
    expect(await price(["ida@known.example"])).toMatchObject({ known: 1, knownFromFiles: 1, credits: 0 });
  });

  it("yields to a more cautious verdict of the same time", async () => {
    const when = { assumedAt: Date.now() - DAY };
    await importVerdicts(file("kay@both.example").replace("invalid,mailbox_not_found", "valid,"), when);
    await importVerdicts(file("kay@both.example"), when);
    await importVerdicts(file("kay@both.example").replace("invalid,mailbox_not_found", "catch-all,"), when);
    const { listId } = await price(["kay@both.example"]);
    const { id } = unwrap(await at.call("cleanings.start", { listId, accountId, options, agreedCredits: 0 }));
    const view = { cleaningId: id, filter: {}, sort: IN_ORDER, offset: 0, limit: 1 };
    expect(unwrap(await at.call("results.rows", view)).rows[0]).toMatchObject({
      verdict: "undeliverable",
      source: "known",
    });
  });
});
