import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Result } from "../../../shared/result.ts";
import { workbook } from "../../fixtures/workbooks.ts";
import { type InProcess, openInProcess, PAID, readList, unwrap } from "../../support/in-process.ts";

type Added = CallOutput<"suppression.add">;

let sandbox: Sandbox;
let folder: string;
let at: InProcess;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  sandbox.createAccount({ label: "suppress", credits: 1000 });
  folder = mkdtempSync(join(tmpdir(), "winnow-suppress-"));
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account("suppress").key };
  at = unwrap(await openInProcess(join(folder, "data"), { session }));
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});
// One engine for all: every test begins with no suppression list.
afterEach(async () => {
  for (const { id } of unwrap(await at.call("suppression.list", {})).lists)
    unwrap(await at.call("suppression.remove", { id }));
});

function addFile(name: string, bytes: Uint8Array | string): Promise<Result<Added>> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return at.call("suppression.add", { name: "Mine", source: { kind: "path", path } });
}

/** Which of these addresses a cleaning would leave out. */
async function leftOut(addresses: readonly string[]): Promise<number> {
  const path = join(folder, "list.csv");
  writeFileSync(path, `Email\n${addresses.join("\n")}\n`);
  const listId = await readList(at, path);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const price = await at.call("cleanings.price", { listId, accountId, options: PAID });
  unwrap(await at.call("lists.discard", { listId }));
  return unwrap(price).suppressed;
}

/** What single checks say of these addresses, and the credits that they took. */
async function checked(addresses: readonly string[], how: { again?: boolean; anyway?: boolean } = {}) {
  const before = sandbox.account("suppress").credits;
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const answers = await Promise.all(
    addresses.map((address) => at.call("checks.check", { accountId, address, ...how })),
  );
  return { checks: answers.map(unwrap), credits: before - sandbox.account("suppress").credits };
}

const PEOPLE = ["ann@acme.example", "bob@acme.example", "zoë@müller.example", "cy@other.example"];

describe("a suppression list", () => {
  it.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-16LE with a byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
  ])("leaves out the addresses that it names, in %s", async (_, encode) => {
    const added = unwrap(
      await addFile("s.csv", encode("Email;Why\nANN@acme.example;left\nzoë@müller.example;asked\n")),
    );
    expect(added).toMatchObject({ addresses: 2, domains: 0, ignored: 0 });
    expect(await leftOut(PEOPLE)).toBe(2);
  });

  it("leaves out the addresses that it names, in a workbook", async () => {
    const bytes = workbook([
      {
        name: "Sheet1",
        rows: [
          ["Name", "Email"],
          ["Ann", "ann@acme.example"],
          ["Cy", "cy@other.example"],
        ],
      },
    ]);
    expect(unwrap(await addFile("s.xlsx", bytes))).toMatchObject({ addresses: 2, domains: 0 });
    expect(await leftOut(PEOPLE)).toBe(2);
  });

  it("is refused in a workbook with addresses on several sheets, so that no sheet is missed", async () => {
    const bytes = workbook([
      { name: "May", rows: [["Email"], ["ann@acme.example"]] },
      { name: "June", rows: [["Email"], ["bob@acme.example"]] },
    ]);
    const added = await addFile("s.xlsx", bytes);
    expect(added).toMatchObject({ ok: false, problem: { code: "suppression_sheets" } });
    expect(added.ok || added.problem.detail).toContain("May, June");
    expect(unwrap(await at.call("suppression.list", {})).lists).toEqual([]);
  });

  it.each([
    ["one a line", "acme.example\n@other.example\n", 2],
    ["among columns, under a header", "reason,domain\ncompetitor,acme.example\nasked,other.example\n", 2],
    ["beside addresses", "bob@x.example\n@acme.example\n", 1],
  ])("leaves out every address of domains given %s", async (_, text, domains) => {
    expect(unwrap(await addFile("s.csv", text))).toMatchObject({ domains });
    expect(await leftOut(PEOPLE)).toBe(domains === 2 ? 3 : 2);
  });

  it("finds every address in pasted prose", async () => {
    const text = "Please leave out Ann <ann@acme.example>; bob@acme.example,\nand cy@other.example. Thanks!";
    const added = await at.call("suppression.add", {
      name: "Pasted",
      source: { kind: "text", name: "Pasted", text },
    });
    expect(unwrap(added).addresses).toBe(3);
    expect(await leftOut(PEOPLE)).toBe(3);
  });

  it("reports rows without an entry, and is refused when it has none", async () => {
    const added = unwrap(await addFile("s.csv", "Email\nann@acme.example\nnobody\n\nann@@acme..example\n"));
    expect(added).toMatchObject({ addresses: 1, domains: 0, ignored: 2 });
    expect(await addFile("n.csv", "one\ntwo\nthree\n")).toMatchObject({
      ok: false,
      problem: { code: "suppression_empty" },
    });
    expect(unwrap(await at.call("suppression.list", {})).lists).toHaveLength(1);
    expect(readdirSync(join(folder, "data", "suppression"))).toHaveLength(1);
  });

  it("no longer applies once it is removed, and leaves no file behind", async () => {
    const { id } = unwrap(await addFile("s.csv", "ann@acme.example\n"));
    unwrap(await at.call("suppression.remove", { id }));
    expect(await leftOut(PEOPLE)).toBe(0);
    expect(readdirSync(join(folder, "data", "suppression"))).toEqual([]);
  });

  it("stops the cleaning when entries were lost on the disk, instead of letting addresses through", async () => {
    const { id } = unwrap(await addFile("s.csv", "ann@acme.example\nbob@acme.example\n"));
    truncateSync(join(folder, "data", "suppression", `${id}.txt`), 18);
    await expect(leftOut(PEOPLE)).rejects.toThrow(/store_corrupt/);
  });
});

describe("a single check of a suppressed address", () => {
  const ON = ["Ann@Acme.example", "valid@other.example", "zoë@müller.example"];
  beforeEach(async () => {
    unwrap(await addFile("s.csv", "Email\nann@acme.example\nzoë@müller.example\n@other.example\n"));
  });

  it("costs nothing and advises against mailing, by address and by domain, one or many at once", async () => {
    const { checks, credits } = await checked([...ON, "valid.bob@acme.example"]);
    expect(checks.map(({ suppressed }) => suppressed)).toEqual([true, true, true, false]);
    expect(checks.map(({ verdict }) => verdict)).toEqual([null, null, null, "deliverable"]);
    expect(credits).toBe(1);
  });

  it("is sent when the user insists, and is never called safe", async () => {
    const { checks, credits } = await checked(["valid@other.example"], { anyway: true });
    expect(checks).toMatchObject([{ verdict: "deliverable", suppressed: true }]);
    expect(checks[0]?.advice).toMatch(/^Do not mail it/);
    expect(credits).toBe(1);
    const { addresses } = unwrap(await at.call("results.history", { search: "valid@other.example" }));
    expect(addresses).toMatchObject([{ address: "valid@other.example", suppressed: true }]);
  });
});
