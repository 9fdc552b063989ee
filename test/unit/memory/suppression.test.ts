import { readdirSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { PAY_FOR_ALL, unwrap } from "../../support/in-process.ts";
import { accountId, at, countSuppressed, folder, write } from "./engine.ts";

// The tests share an engine, and each starts without suppression lists.
afterEach(async () => {
  for (const { id } of unwrap(await at.call("suppression.list", {})).lists)
    unwrap(await at.call("memory.remove", { id }));
});

function add(text: string, more: { column?: string; everyone?: boolean } = {}) {
  return at.call("suppression.add", { name: "Mine", source: { kind: "path", path: write(text) }, ...more });
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

async function suppressedAmong(...addresses: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses)
    if ((await countSuppressed(`Email,Name\n${quoted(address)},N\n`)) > 0) found.push(address);
  return found;
}

describe("the first line of a suppression list is an entry unless it is a header", () => {
  it.each([
    ["a domain with an @ above addresses", "@acme.example\neve@firm.example\n", 1, 1, 0],
    ["a bare domain above addresses", "acme.example\neve@firm.example\n", 1, 1, 0],
    ["a domain that sounds like a header", "mail.acme.example\neve@firm.example\n", 1, 1, 0],
    ["a domain above columns", "acme.example\neve@firm.example,Eve\nann@firm.example,Ann\n", 2, 1, 0],
    ["a domain above a header", "@acme.example\nEmail,Why\neve@firm.example,left\n", 1, 1, 0],
    ["words above a header", "Those who left in May\nEmail,Why\neve@firm.example,left\n", 1, 0, 0],
    ["a header alone", "Email\neve@firm.example\n", 1, 0, 0],
    ["a header with dots", "user.email,user.name\neve@firm.example,Eve\n", 1, 0, 0],
    ["a header of domains", "Domain;Reason\nacme.example;competitor\nother.example;legal\n", 0, 2, 0],
  ])("%s", async (_, text, addresses, domains, ignored) => {
    expect(unwrap(await add(text))).toMatchObject({ addresses, domains, ignored });
  });
});

it.each([
  ["acme.example", ["a@acme.example"]],
  ["*.acme.example", ["a@acme.example", "a@mail.acme.example", "a@x.mail.acme.example"]],
  [".mail.acme.example", ["a@mail.acme.example", "a@x.mail.acme.example"]],
])("the entry %s suppresses %j", async (entry, expected) => {
  unwrap(await add(`${entry}\n`));
  const others = ["a@notacme.example", "a@acme.example.com"];
  const all = ["a@acme.example", "a@mail.acme.example", "a@x.mail.acme.example", ...others];
  expect(await suppressedAmong(...all)).toEqual(expected);
});

it("a suppression list with addresses in several columns asks for the column", async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `own${i}@firm.example;other${i}@firm.example`);
  const text = ["Private;Work", ...rows, ""].join("\n");
  expect(await add(text)).toMatchObject({ problem: { code: "suppression_column" } });
  expect(unwrap(await add(text, { column: "Work" }))).toMatchObject({ addresses: 20, ignored: 0 });
  expect(await suppressedAmong("own1@firm.example", "other1@firm.example")).toEqual(["other1@firm.example"]);
});

it.each([
  [
    "a column of addresses and domains, beside who added them",
    "Email or domain,Reason,Added by\nann@acme.example,asked,admin@seller.example\nhooli.example,competitor,admin@seller.example\n",
  ],
  ["notes that mention others", "Email,Notes\nann@acme.example,ask boss@seller.example\n@hooli.example,\n"],
])("a suppression list uses only the entries of its column: %s", async (_, text, column?: string) => {
  expect(unwrap(await add(text, { column }))).toMatchObject({ addresses: 1, domains: 1, ignored: 0 });
  const others = ["admin@seller.example", "boss@seller.example"];
  expect(await suppressedAmong("ann@acme.example", "x@hooli.example", ...others)).toEqual([
    "ann@acme.example",
    "x@hooli.example",
  ]);
});

it.each([
  [
    "a column of domains that is named after email",
    "Email,Email Domain\nann@acme.example,acme.example\nbob@mail.example,mail.example\n",
  ],
  [
    "rows without an address",
    "Name,Email,Domain\nA,ann@acme.example,acme.example\nB,bob@mail.example,mail.example\nX,,outlook.example\n",
  ],
])("a suppression list ignores domains beside its addresses: %s", async (_, text) => {
  expect(unwrap(await add(text))).toMatchObject({ addresses: 2, domains: 0 });
});

it("a suppression list of domains ignores the column of people who added them", async () => {
  const text =
    "Domain,Reason,Added by\nhooli.example,asked,admin@seller.example\nacme.example,x,bea@seller.example\n";
  expect(unwrap(await add(text))).toMatchObject({ addresses: 0, domains: 2, ignored: 0 });
});

it.each([
  ["an address with its own domain", "Email,Domain\neve@firm.example,firm.example\n", 1, 0],
  ["the domain of one row", "Email,Domain\neve@x.example,\n,acme.example\nann@x.example,x.example\n", 2, 1],
])(
  "a suppression list counts addresses and the domains beside them: %s",
  async (_, text, addresses, domains) => {
    expect(unwrap(await add(text))).toMatchObject({ addresses, domains });
  },
);

describe("an entry of a suppression list", () => {
  it.each(["pat.o'brien@firm.example", "x|y@firm.example", "zoë@müller.example"])(
    "suppresses %s and no other address",
    async (address) => {
      const added = unwrap(await add(`Email\n${quoted(address)}\nother@firm.example\n`));
      expect(added).toMatchObject({ addresses: 2, domains: 0, ignored: 0 });
      const others = ["brien@firm.example", "angelo@firm.example", "y@firm.example", "b@firm.example"];
      expect(await suppressedAmong(address, ...others)).toEqual([address]);
    },
  );

  it.each([
    ['"a b"@firm.example', 1, 0],
    ['"a,b"@firm.example', 1, 0],
    ["a,b@firm.example", 0, 1],
    ["x;y@firm.example", 0, 1],
    ["ann@firm,example", 0, 1],
  ])(
    "suppresses %s as written, or is ignored and counted, but never suppresses another address",
    async (line, taken, ignored) => {
      const known = ["c", "d", "e"].map((local) => `${local}@firm.example`);
      const texts = [
        [...known, line],
        ["Email,Why", ...[...known, quoted(line)].map((one) => `${one},left`)],
      ];
      for (const lines of texts)
        expect(unwrap(await add(lines.join("\n")))).toMatchObject({
          addresses: 3 + taken,
          domains: 0,
          ignored,
        });
      const others = ["a.b", "b", "x.y", "y", "ann"].map((local) => `${local}@firm.example`);
      expect(await suppressedAmong(...others)).toEqual([]);
    },
  );

  it.each([
    "e\u200Bve@firm.example",
    "eve＠firm.example",
    "mailto:eve%2Bnews@firm.example",
    "'eve@firm.example'",
    "Eve <eve@firm.example>",
  ])("is read like a cell of a list, so that a list suppresses all its own rows: %j", async (cell) => {
    const text = `Email\n${quoted(cell)}\nann@firm.example\n`;
    expect(unwrap(await add(text))).toMatchObject({ addresses: 2, domains: 0, ignored: 0 });
    const source = { kind: "path" as const, path: write(text) };
    const { listId } = unwrap(await at.call("lists.open", { source }));
    const read = unwrap(await at.call("lists.read", { listId, options: { fixCells: true } }));
    expect(read).toMatchObject({ unique: 2, malformed: 0 });
    const wish = { listId, accountId, options: PAY_FOR_ALL };
    expect(unwrap(await at.call("cleanings.price", wish))).toMatchObject({ suppressed: 2, credits: 0 });
  });

  it.each([
    ["eve@a.example / ann@b.example|bob@c.example", ["eve@a.example", "ann@b.example", "bob@c.example"]],
    ["please leave out eve@a.example and ann@b.example.", ["eve@a.example", "ann@b.example"]],
  ])("suppresses every address in a cell: %s", async (cell, everybody) => {
    unwrap(await add(`Email\n${quoted(cell)}\nzoe@z.example\n`));
    expect(await suppressedAmong(...everybody, "brien@a.example")).toEqual(everybody);
  });

  it.each([
    ["john doe @acme.example", "bob@acme.example"],
    ["john,doe@acme.example", "doe@acme.example"],
  ])("suppresses no other address: %s does not match %s", async (cell, other) => {
    unwrap(await add(`Email\n${quoted(cell)}\nzoe@z.example\n`));
    expect(await suppressedAmong(other)).toEqual([]);
  });

  it.each([
    ["@acme.xn--p1ai", "bob@acme.xn--p1ai"],
    ["*@acme.example", "bob@acme.example"],
    ["@müller.example", "bob@xn--mller-kva.example"],
    ["bob@müller.example", "bob@xn--mller-kva.example"],
  ])("suppresses the domain by any of its spellings: %s matches %s", async (entry, address) => {
    unwrap(await add(`${entry}\nzoe@z.example\n`));
    expect(await suppressedAmong(address, "bob@else.example")).toEqual([address]);
  });
});

const PEOPLE = "Email\nann@acme.example\nbob@acme.example\nzoë@müller.example\ncy@other.example\n";
const stored = () => readdirSync(join(folder, "data", "memory"));

describe("a suppression list", () => {
  it("suppresses the addresses that it contains", async () => {
    const added = unwrap(await add("Email;Why\nANN@acme.example;left\nzoë@müller.example;asked\n"));
    expect(added).toMatchObject({ addresses: 2, domains: 0, ignored: 0 });
    expect(await countSuppressed(PEOPLE)).toBe(2);
  });

  it("reports rows without an entry, and is refused when it has none", async () => {
    const added = unwrap(await add("Email\nann@acme.example\nnobody\n\nann@@acme..example\n"));
    expect(added).toMatchObject({ addresses: 1, domains: 0, ignored: 2 });
    expect(await add("one\ntwo\nthree\n")).toMatchObject({ problem: { code: "suppression_empty" } });
    expect(unwrap(await at.call("suppression.list", {})).lists).toHaveLength(1);
    expect(stored()).toHaveLength(1);
  });

  it("no longer applies once it is removed, and leaves no file behind", async () => {
    const { id } = unwrap(await add("ann@acme.example\n"));
    unwrap(await at.call("memory.remove", { id }));
    expect(await countSuppressed(PEOPLE)).toBe(0);
    expect(stored()).toEqual([]);
  });

  it("fails the price if entries were lost on the disk, so that no suppressed address is sent", async () => {
    const { id } = unwrap(await add("ann@acme.example\nbob@acme.example\n"));
    truncateSync(join(folder, "data", "memory", `${id}.db`), 4096);
    await expect(countSuppressed(PEOPLE)).rejects.toThrow(/store_corrupt/);
  });
});
