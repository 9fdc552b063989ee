import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const ADDRESSES = 40;
const PARTS = 4;
/** What the service counts too many, in each part. */
const MORE = 100;
const PRICE = (ADDRESSES + PARTS * MORE).toLocaleString("en-US");

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  folder = mkdtempSync(join(tmpdir(), "winnow-resume-"));
});
afterEach(() => sandbox.faults.clear());
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("a cleaning whose price rose", () => {
  it("is gone on with by `resume` only with a yes to the price that it prints, within --max-credits", {
    timeout: 180_000,
  }, async () => {
    const { key } = sandbox.createAccount({ label: "one", credits: 10_000 });
    const file = join(folder, "contacts.csv");
    writeFileSync(
      file,
      `Email\n${Array.from({ length: ADDRESSES }, (_, i) => `p${i}@example.com\n`).join("")}`,
    );
    const env = {
      WINNOW_DATA_DIR: join(folder, "data"),
      WINNOW_BASE_URL: sandbox.baseUrl,
      WINNOW_API_KEY: key,
      WINNOW_LIMIT_ADDRESSES: String(ADDRESSES / PARTS),
    };
    const run = (...args: string[]) => runWinnow(args, { env });
    const starts = () => sandbox.requests.filter(({ operation }) => operation === "start").length;
    sandbox.faults.add({ name: "wrong-total", operation: "status", account: "one", value: MORE });
    const out = join(folder, "out.csv");
    const cleaned = await run("clean", file, "--out", out, "--yes", "--max-credits", "50");
    expect(cleaned.code, cleaned.stderr).toBe(4);
    // Running `clean` again would begin a second cleaning.
    expect(cleaned.stderr).toContain("Agree to it with `winnow resume --yes`");
    expect(cleaned.stderr).not.toContain("Run the command again");

    const asked = await run("resume");
    expect(asked.code, asked.stderr).toBe(4);
    expect(asked.stderr).toContain(`yes to ${PRICE} credits for ${PARTS} parts`);
    expect(asked.stderr).toContain("winnow resume --yes");

    const limited = await run("resume", "--yes", "--max-credits", "439");
    expect(limited.code, limited.stderr).toBe(4);
    expect(limited.stderr).toContain(`It needs ${PRICE} credits and the limit is 439`);
    expect(starts()).toBe(0);

    const agreed = await run("resume", "--yes", "--max-credits", "440");
    expect(agreed.code, agreed.stderr).toBe(0);
    expect(agreed.stderr).toContain(`yes to ${PRICE} credits`);
    expect(starts()).toBe(PARTS);
  });
});
