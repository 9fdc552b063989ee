import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseOptions } from "../../../electron/hosts/browser/options.ts";
import { testFolder } from "../../support/folders.ts";

const root = resolve(import.meta.dirname, "../../..");

let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = testFolder();
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

function start(args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ["out/main/browser.js", ...args], {
    cwd: root,
    env: { ...process.env, WINNOW_DATA_DIR: dataDir, WINNOW_SANDBOX_SPEED: "200", ...env },
  });
  running.push(child);
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  return { child, out: () => out, err: () => err, ended };
}

const addressesIn = (text: string) => text.match(/http:\S+(?=\n)/g) ?? [];

/** The addresses that the host printed so far, once there are so many. */
async function addresses(started: Started, count = 1): Promise<string[]> {
  await vi.waitFor(() => expect(addressesIn(started.out()).length).toBeGreaterThanOrEqual(count), {
    timeout: 60_000,
  });
  return addressesIn(started.out());
}

async function tryAddress(address: string): Promise<Response> {
  const { origin, hash } = new URL(address);
  return await fetch(`${origin}/enter`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ token: hash.replace("#token=", "") }),
  });
}

/** A page that came in with the printed address. */
async function enter(started: Started) {
  const [address = ""] = await addresses(started);
  const { origin } = new URL(address);
  const entered = await tryAddress(address);
  const { value } = await entered.json();
  const pass = { authorization: `Bearer ${value.bearer}`, origin };
  const post = async (path: string, body: BodyInit, type = "application/json") =>
    await fetch(origin + path, { method: "POST", headers: { ...pass, "content-type": type }, body });
  return {
    origin,
    pass,
    post,
    async call(name: string, input: unknown) {
      const result = await (await post(`/bridge/${name}`, JSON.stringify(input))).json();
      if (!result.ok) throw new Error(JSON.stringify(result.problem));
      return result.value;
    },
    async upload(name: string, body: BodyInit): Promise<string> {
      return (await (await post(`/files?name=${name}`, body, "text/csv")).json()).value.uploadId;
    },
  };
}

describe("the browser host as a process", () => {
  it("prints one line with its address, and exits cleanly when told to", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const started = start(["--port", "0", "--no-open", "--sandbox"]);
      await enter(started);
      expect(started.out().trim().split("\n")).toHaveLength(1);
      started.child.kill(signal);
      started.child.kill(signal);
      expect(await started.ended).toBe(0);
      expect(started.out().trim().split("\n")).toHaveLength(1);
    }
  });

  it("cleans an uploaded list from start to end and returns the file", async () => {
    const started = start(["--no-open", "--sandbox"]);
    const page = await enter(started);
    expect(await page.call("app.info", {})).toMatchObject({ host: "browser", demo: true, dataDir });
    const list =
      'email;Name\r\nann@acme.example;"Ann; of Acme"\r\nBOB@acme.example;00012\r\nann@acme.example;again\r\n';
    const uploadId = await page.upload("list.csv", list);
    const account = await page.call("accounts.sandbox", {});
    const { listId } = await page.call("lists.open", { source: { kind: "upload", uploadId } });
    expect(await readdir(join(dataDir, "uploads"))).toEqual([]);
    expect(await page.call("lists.read", { listId, options: {} })).toMatchObject({
      rows: 3,
      unique: 2,
      repeated: 1,
    });
    const options = { reuseKnown: true, suppress: true, limit: null };
    const asked = { listId, accountId: account.id, options };
    const price = await page.call("cleanings.price", asked);
    expect(price.credits).toBe(2);
    const { id } = await page.call("cleanings.start", { ...asked, agreedCredits: 2 });
    await vi.waitFor(
      async () => expect((await page.call("cleanings.get", { cleaningId: id })).state).toBe("done"),
      {
        timeout: 20_000,
        interval: 100,
      },
    );
    const outcome = await page.call("exports.write", {
      cleaningId: id,
      filter: {},
      format: { kind: "exact" },
      withVerdicts: false,
      target: { kind: "download" },
    });
    const [file] = outcome.files;
    const ticket = await page.post("/tickets", JSON.stringify({ downloadId: file.downloadId }));
    const download = await fetch(page.origin + (await ticket.json()).value.address);
    expect(await download.text()).toBe(list);
    expect(download.headers.get("content-disposition")).toContain("attachment");
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
  });

  it("refuses to start when a file is in the way of its data folder", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "mine");
    const started = start(["--no-open", "--data-dir", join(file, "data")]);
    expect(await started.ended).toBe(1);
    expect(started.err()).toContain("cannot store anything");
    expect(await readFile(file, "utf8")).toBe("mine");
  });
});

describe("the printed address", () => {
  it("is replaced by a new one when the user presses Enter, and the old one stops working", async () => {
    const started = start(["--no-open", "--sandbox"]);
    await addresses(started);
    started.child.stdin?.write("\n");
    const [first = "", second = ""] = await addresses(started, 2);
    expect(new URL(second).origin).toBe(new URL(first).origin);
    expect((await tryAddress(first)).status).toBe(401);
    expect((await tryAddress(second)).status).toBe(200);
    started.child.stdin?.write("\n");
    const third = (await addresses(started, 3))[2] ?? "";
    expect((await tryAddress(third)).status).toBe(200);
    started.child.stdin?.end();
    expect((await tryAddress(third)).status).toBe(401);
  });

  it.skipIf(process.platform !== "linux")(
    "is opened in the browser through a private temporary file, without the token on a command line",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "winnow-opener-"));
      const seen = join(folder, "seen");
      // Stands for the browser: tells what it was started with, what every process of the machine was, and what it opened.
      await writeFile(
        join(folder, "kde-open"),
        `#!/bin/sh
for file in /proc/[0-9]*/cmdline; do tr '\\0' ' ' < "$file" 2>/dev/null; echo; done > "${folder}/commands"
env > "${folder}/environment"
file="\${1#file://}"
stat -c '%a' "$file" "$(dirname "$file")" > "${folder}/modes"
cat "$file" > "${folder}/page"
echo "$1" > "${seen}.new" && mv "${seen}.new" "${seen}"
`,
        { mode: 0o755 },
      );
      const env = {
        DISPLAY: ":99",
        XDG_CURRENT_DESKTOP: "KDE",
        KDE_SESSION_VERSION: "6",
        PATH: `${folder}:${process.env.PATH}`,
        WINNOW_BASE_URL: "http://127.0.0.1:9",
        WINNOW_API_KEY: "key-that-the-browser-must-not-get",
      };
      const started = start(["--sandbox"], env);
      const [address = ""] = await addresses(started);
      const token = new URL(address).hash.replace("#token=", "");
      const opened = await vi.waitFor(() => readFile(seen, "utf8"), { timeout: 20_000 });
      expect(opened).not.toContain(token);
      const environment = await readFile(join(folder, "environment"), "utf8");
      expect(environment).toContain("DISPLAY=:99");
      expect(environment).not.toContain("key-that-the-browser-must-not-get");
      const commands = await readFile(join(folder, "commands"), "utf8");
      expect(commands).toContain("out/main/browser.js");
      expect(commands).not.toContain(token);
      expect(await readFile(join(folder, "modes"), "utf8")).toBe("600\n700\n");
      expect(await readFile(join(folder, "page"), "utf8")).toContain(`url=${address}"`);
      await enter(started);
      await vi.waitFor(async () => expect(await readdir(dataDir)).not.toContain("browser"));
      started.child.kill("SIGTERM");
      expect(await started.ended).toBe(0);
      await rm(folder, { recursive: true });
    },
  );
});

it("the browser host's command line has defaults and is parsed in full", () => {
  const env = { WINNOW_DATA_DIR: "/data" };
  expect(parseOptions([], env)).toEqual({
    ok: true,
    value: { port: 0, open: true, sandbox: false, dataDir: "/data" },
  });
  const args = ["--port=8123", "--no-open", "--sandbox", "--data-dir", "/else"];
  expect(parseOptions(args, env)).toEqual({
    ok: true,
    value: { port: 8123, open: false, sandbox: true, dataDir: "/else" },
  });
});
