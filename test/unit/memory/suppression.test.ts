import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Result } from "../../../shared/result.ts";
import { workbook } from "../../fixtures/workbooks.ts";
import { type InProcess, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";

type Added = CallOutput<"suppression.add">;

let sandbox: Sandbox;
let folder: string;
let at: InProcess;

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

function addFile(name: string, bytes: Uint8Array | string): Promise<Result<Added>> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return at.call("suppression.add", { name: "Mine", source: { kind: "path", path } });
}

async function leftOut(addresses: readonly string[]): Promise<number> {
  const path = join(folder, "list.csv");
  writeFileSync(path, `Email\n${addresses.join("\n")}\n`);
  const listId = await readList(at, path);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const price = await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL });
  unwrap(await at.call("lists.discard", { listId }));
  return unwrap(price).suppressed;
}

const PEOPLE = ["ann@acme.example", "bob@acme.example", "zoë@müller.example", "cy@other.example"];

describe("a suppression list", () => {
  it.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-16LE with a byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le")],
  ])("suppresses the addresses that it names, in %s", async (_, encode) => {
    const added = unwrap(
      await addFile("s.csv", encode("Email;Why\nANN@acme.example;left\nzoë@müller.example;asked\n")),
    );
    expect(added).toMatchObject({ addresses: 2, domains: 0, ignored: 0 });
    expect(await leftOut(PEOPLE)).toBe(2);
  });

  it("suppresses the addresses that it names, in a workbook", async () => {
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

  it("is refused as a workbook with addresses on several sheets, so that no sheet is missed", async () => {
    const bytes = workbook([
      { name: "May", rows: [["Email"], ["ann@acme.example"]] },
      { name: "June", rows: [["Email"], ["bob@acme.example"]] },
    ]);
    const added = await addFile("s.xlsx", bytes);
    expect(added).toMatchObject({ ok: false, problem: { code: "suppression_sheets" } });
    expect(added.ok || added.problem.detail).toContain("May, June");
    expect(unwrap(await at.call("suppression.list", {})).lists).toEqual([]);
  });

  it("reports rows without an entry, and is refused when it has none", async () => {
    const added = unwrap(await addFile("s.csv", "Email\nann@acme.example\nnobody\n\nann@@acme..example\n"));
    expect(added).toMatchObject({ addresses: 1, domains: 0, ignored: 2 });
    expect(await addFile("n.csv", "one\ntwo\nthree\n")).toMatchObject({
      ok: false,
      problem: { code: "suppression_empty" },
    });
    expect(unwrap(await at.call("suppression.list", {})).lists).toHaveLength(1);
    expect(readdirSync(join(folder, "data", "memory"))).toHaveLength(1);
  });

  it("no longer applies once it is removed, and leaves no file behind", async () => {
    const { id } = unwrap(await addFile("s.csv", "ann@acme.example\n"));
    unwrap(await at.call("memory.remove", { id }));
    expect(await leftOut(PEOPLE)).toBe(0);
    expect(readdirSync(join(folder, "data", "memory"))).toEqual([]);
  });

  it("fails the price when entries were lost on the disk, instead of letting addresses through", async () => {
    const { id } = unwrap(await addFile("s.csv", "ann@acme.example\nbob@acme.example\n"));
    truncateSync(join(folder, "data", "memory", `${id}.db`), 4096);
    await expect(leftOut(PEOPLE)).rejects.toThrow(/store_corrupt/);
  });
});
