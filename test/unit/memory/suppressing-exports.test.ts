import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, openInProcess, unwrap } from "../../support/in-process.ts";
import { storedEntries } from "../../support/stored-facts.ts";

let folder: string;
let at: InProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-exports-"));
  at = unwrap(await openInProcess(join(folder, "data")));
});
afterAll(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});
// The tests share an engine, and each starts without suppression lists.
afterEach(async () => {
  for (const { id } of unwrap(await at.call("suppression.list", {})).lists)
    unwrap(await at.call("memory.remove", { id }));
});

const AUDIENCE = [
  "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,LEID,EUID,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME",
  "ann@firm.example,Ann,3,2024-01-01 00:00:00,1,a,,,",
  "Bob@Firm.example,Bob,1,2024-01-01 00:00:00,2,b,2024-05-01 10:00:00,NORMAL,",
  "cat@firm.example,Cat,1,2024-01-01 00:00:00,3,c,2024-05-01 10:00:00,spam,",
  "dan@firm.example,Dan,1,2024-01-01 00:00:00,4,d,,,2024-05-01 10:00:00",
  "eve@firm.example,Eve,4,2024-01-01 00:00:00,5,e,,,",
  "bob@firm.example,Bob,1,2024-01-01 00:00:00,6,f,2024-06-01 10:00:00,NORMAL,",
  "zoe@firm.example,Zoe,5,2024-01-01 00:00:00,7,g,,,",
].join("\n");
const BOUNCES = [
  "status,reason,email,created",
  "5.1.1,550 user unknown,ann@example.com,1709287872",
  "5.7.1,blocked,bob@example.com,1709287872",
  "4.2.2,mailbox full,cat@example.com,1709287872",
].join("\n");
const RESULTS = ["Email,ZB Status,ZB Sub Status", "ann@firm.example,valid,", "bob@firm.example,abuse,"].join(
  "\n",
);

function file(text: string, name = "export.csv"): string {
  const path = join(folder, name);
  writeFileSync(path, `${text}\n`);
  return path;
}

const entries = () => storedEntries(join(folder, "data")).map((one) => one.entries);

describe("adding an export as a suppression list", () => {
  const add = (text: string, everyone?: boolean) =>
    at.call("suppression.add", { name: "Mine", source: { kind: "path", path: file(text) }, everyone });

  it.each([
    ["a mailing service's audience", AUDIENCE, 6],
    ["a sending service's bounces", BOUNCES, 3],
    ["results of a verification service", RESULTS, 2],
  ])("is refused for %s until the user confirms that it means everyone", async (_what, text, people) => {
    expect(await add(text)).toMatchObject({ problem: { code: "suppression_mixed" } });
    expect(entries()).toEqual([]);
    expect(unwrap(await add(text, true))).toMatchObject({ addresses: people, domains: 0 });
    expect(entries()).toHaveLength(1);
  });
});
