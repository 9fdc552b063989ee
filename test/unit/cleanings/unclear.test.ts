import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Out } from "../../../shared/bridge/cleanings.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../shared/bridge/defaults.ts";
import type { ReadOptions } from "../../../shared/bridge/lists.ts";
import { type InProcess, openInProcess, unwrap } from "../../support/in-process.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
let folder: string;
let at: InProcess;
let accountId: string;
let label: string;
let worlds = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-unclear-"));
  label = `unclear-${++worlds}`;
  const { key: apiKey } = sandbox.createAccount({ label, credits: 100 });
  at = unwrap(await openInProcess(join(folder, "data")));
  accountId = unwrap(await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey })).id;
});
afterEach(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens and reads a list, and agrees to whatever its price is. */
async function start(bytes: Uint8Array | string, options: ReadOptions = {}, out?: string) {
  const path = join(folder, "list.csv");
  writeFileSync(path, bytes);
  const { listId } = unwrap(await at.call("lists.open", { source: { kind: "path", path } }));
  const preflight = unwrap(await at.call("lists.read", { listId, options }));
  const asked: Out | undefined =
    out === undefined
      ? undefined
      : {
          path: join(folder, out),
          keep: ["deliverable"],
          withVerdicts: false,
          keepDuplicates: false,
          overwrite: true,
        };
  return at.call("cleanings.start", {
    listId,
    accountId,
    options: DEFAULT_CLEANING_OPTIONS,
    agreedCredits: preflight.unique,
    ...(asked === undefined ? {} : { out: asked }),
  });
}

const uploads = () =>
  sandbox.requests.filter((one) => one.account === label && one.operation === "upload").length;
const names = iconv.encode(
  "Email,Name\na@deliverable.example,Kučera\nb@deliverable.example,Růžička\n",
  "windows-1250",
);

describe("a cleaning of a list whose reading is uncertain", () => {
  it.each<[string, Uint8Array | string, ReadOptions]>([
    [
      "another service's verdicts",
      "Email,ZB Status\nann@deliverable.example,invalid\nbob@deliverable.example,Catch-All\n",
      { readAs: "list" },
    ],
  ])("is refused until the question is answered: %s", async (_what, bytes, answer) => {
    expect(await start(bytes)).toMatchObject({ ok: false, problem: { code: "file_reading_unclear" } });
    expect(uploads()).toBe(0);
    expect(sandbox.account(label).credits).toBe(100);
    expect(await start(bytes, answer)).toMatchObject({ ok: true });
  });

  it("starts when the encoding changes no address, but is refused when a workbook is to be written", async () => {
    expect(await start(names, {}, "out.xlsx")).toMatchObject({
      ok: false,
      problem: { code: "file_reading_unclear" },
    });
    expect(uploads()).toBe(0);
    expect(await start(names, {}, "out.csv")).toMatchObject({ ok: true });
  });
});
