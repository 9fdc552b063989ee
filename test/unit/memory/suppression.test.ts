import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { type InProcess, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";

let sandbox: Sandbox;
let folder: string;
let at: InProcess;
let lists = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  sandbox.createAccount({ label: "suppress", credits: 1000 });
  folder = mkdtempSync(join(tmpdir(), "winnow-suppress-"));
  const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account("suppress").key };
  at = unwrap(await openInProcess(join(folder, "data"), { sessionAccount }));
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});
// The tests share an engine, and each starts without suppression lists.
afterEach(async () => {
  for (const { id } of unwrap(await at.call("suppression.list", {})).lists)
    unwrap(await at.call("memory.remove", { id }));
});

function add(text: string | Uint8Array, column?: string) {
  const path = join(folder, "suppression.csv");
  writeFileSync(path, text);
  return at.call("suppression.add", { name: "Mine", source: { kind: "path", path }, column });
}

/** Returns the number of suppressed rows in a list with this text. */
async function countSuppressed(text: string): Promise<number> {
  const path = join(folder, `list-${++lists}.csv`);
  writeFileSync(path, text);
  const listId = await readList(at, path);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  return unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL })).suppressed;
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

it("a suppression list with addresses in several columns asks for the column", async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `own${i}@firm.example;other${i}@firm.example`);
  const text = ["Private;Work", ...rows, ""].join("\n");
  expect(await add(text)).toMatchObject({ problem: { code: "suppression_column" } });
  expect(unwrap(await add(text, "Work"))).toMatchObject({ addresses: 20, ignored: 0 });
  expect(await suppressedAmong("own1@firm.example", "other1@firm.example")).toEqual(["other1@firm.example"]);
});

it.each([
  [
    "a column of addresses and domains, beside who added them",
    "Email or domain,Reason,Added by\nann@acme.example,asked,admin@seller.example\nhooli.example,competitor,admin@seller.example\n",
  ],
  ["the same column alone", "Email or domain\nann@acme.example\nhooli.example\n"],
  [
    "a domain first",
    "Entry,Added by\nhooli.example,admin@seller.example\nann@acme.example,admin@seller.example\n",
    "Entry",
  ],
  ["notes that mention others", "Email,Notes\nann@acme.example,ask boss@seller.example\n@hooli.example,\n"],
])("a suppression list uses only the entries of its column: %s", async (_, text, column?: string) => {
  expect(unwrap(await add(text, column))).toMatchObject({ addresses: 1, domains: 1, ignored: 0 });
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

it("a suppression list prefers its address column over the columns of owners and domains", async () => {
  const text =
    "Mail;Domain;Owner mail\nann@acme.example;acme.example;o@us.example\nbob@b.example;b.example;p@us.example\n";
  expect(unwrap(await add(text))).toMatchObject({ addresses: 2, domains: 0 });
});

it("a suppression list with two address columns asks for the column instead of using domains", async () => {
  const text =
    "Work Email,Personal Email,Company Domain\na@acme.example,ann@home.example,acme.example\nb@b.example,bob@home.example,b.example\n";
  expect(await add(text)).toMatchObject({ problem: { code: "suppression_column" } });
});

it("a suppression list of domains ignores the column of people who added them", async () => {
  const text =
    "Domain,Reason,Added by\nhooli.example,asked,admin@seller.example\nacme.example,x,bea@seller.example\n";
  expect(unwrap(await add(text))).toMatchObject({ addresses: 0, domains: 2, ignored: 0 });
});

it.each([
  ["an address with its own domain", "Email,Domain\neve@firm.example,firm.example\n", 1, 0],
  ["the domain of one row", "Email,Domain\neve@x.example,\n,acme.example\nann@x.example,x.example\n", 2, 1],
  ["a domain with an @", "Email,Domain\neve@x.example,\nann@x.example,\n,@acme.example\n", 2, 1],
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
  ])("is %s as written, or ignored and counted, but never another address", async (line, taken, ignored) => {
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
  });

  it.each([
    "e\u200Bve@firm.example",
    "eve＠firm.example",
    "mailto:eve%2Bnews@firm.example",
    "'eve@firm.example'",
    "Eve <eve@firm.example>",
  ])("is read like a cell of a list, so that a list suppresses all its own rows: %j", async (cell) => {
    const text = `Email\n${quoted(cell)}\nann@firm.example\n`;
    expect(unwrap(await add(text))).toMatchObject({ addresses: 2, domains: 0, ignored: 0 });
    const path = join(folder, "same.csv");
    writeFileSync(path, text);
    const { listId } = unwrap(await at.call("lists.open", { source: { kind: "path", path } }));
    const read = unwrap(await at.call("lists.read", { listId, options: { fixCells: true } }));
    expect(read).toMatchObject({ unique: 2, malformed: 0 });
    const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
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
  ])("suppresses no other address: %s leaves %s alone", async (cell, other) => {
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
