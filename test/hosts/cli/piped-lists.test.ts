import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { spawnWinnow } from "../../support/winnow.ts";

const LIST = 'Name,Email\n"Ann, A.",ann@deliverable.example\nBob,bob@undeliverable.example\n';
const CLEANED = 'Name,Email\n"Ann, A.",ann@deliverable.example\n';

let sandbox: Sandbox;
let folder: string;
let env: Record<string, string>;
let worlds = 0;

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-piped-"));
  const account = sandbox.createAccount({ label: `piped-${++worlds}`, credits: 100 });
  env = {
    WINNOW_DATA_DIR: join(folder, "data"),
    WINNOW_BASE_URL: sandbox.baseUrl,
    WINNOW_API_KEY: account.key,
  };
  return () => rmSync(folder, { recursive: true, force: true });
});

const received = () => {
  const dir = join(folder, "data", "uploads");
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe("a list that comes as a stream", () => {
  it("from standard input is cleaned, printed, and not kept anywhere but as a list", async () => {
    const args = ["clean", "-", "--out", "-", "--yes"];
    const ran = await spawnWinnow(args, { env, input: LIST });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toBe(CLEANED);
    expect(received()).toEqual([]);
    const again = await runWinnow([...args, "--dry-run"], { env, input: LIST });
    expect(again.stderr).toContain("= 0 credits");
    expect(received()).toEqual([]);
  });

  it("is looked into, by a name that says where it is from", async () => {
    const ran = await runWinnow(["preview", "-", "--json"], { env, input: LIST });
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ name: "standard input", rows: 2, unique: 2 });
  });

  it("and is empty is refused as what it is", async () => {
    const ran = await runWinnow(["clean", "-", "--out", join(folder, "o.csv"), "--yes"], { env, input: "" });
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("standard input");
    expect(existsSync(join(folder, "o.csv"))).toBe(false);
    expect(received()).toEqual([]);
  });
});
