import { execFileSync, spawn } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { PROGRAM, spawnWinnow } from "../../support/winnow.ts";

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

describe.skipIf(process.platform === "win32")("a list that comes through a pipe", () => {
  const pipe = () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    return path;
  };

  it("is waited for, also where nobody writes into it yet", async () => {
    const path = pipe();
    const cleaning = runWinnow(["clean", path, "--out", join(folder, "o.csv"), "--yes"], { env });
    // Opening it for writing waits until it is opened for reading.
    const writer = createWriteStream(path);
    writer.write(LIST.slice(0, 20));
    writer.end(LIST.slice(20));
    const ran = await cleaning;
    expect(ran.code, ran.stderr).toBe(0);
    expect(readFileSync(join(folder, "o.csv"), "utf8")).toBe(CLEANED);
    expect(received()).toEqual([]);
  });

  it("is waited for no longer than the user does", async () => {
    const path = pipe();
    const child = spawn(process.execPath, [PROGRAM, "preview", path], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    // Somebody reads by now, and hears nothing.
    const writer = createWriteStream(path);
    await new Promise((resolve) => writer.on("open", resolve));
    child.kill("SIGINT");
    expect(await ended).not.toBe(0);
    writer.destroy();
    expect(received()).toEqual([]);
  });

  it("of a process substitution is a list as any other", async () => {
    const file = join(folder, "list.csv");
    writeFileSync(file, LIST);
    const command = `"$0" "$1" preview <(cat "$2") --json`;
    const text = execFileSync("bash", ["-c", command, process.execPath, PROGRAM, file], {
      env: { ...process.env, ...env },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(JSON.parse(text)).toMatchObject({ name: "piped list", rows: 2 });
  });
});
