import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseOptions } from "../../../../electron/hosts/browser/options.ts";

const root = resolve(import.meta.dirname, "../../../..");
let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-browser-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
  await rm(dataDir, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

function start(args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ["electron/hosts/browser/main.ts", ...args], {
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

/** A browser that came in with the printed address. */
async function enter(started: Started) {
  await vi.waitFor(() => expect(started.out()).toMatch(/http:\S+\n/), { timeout: 15_000 });
  const url = new URL(/http:\S+/.exec(started.out())?.[0] ?? "");
  const welcome = await fetch(url, { redirect: "manual" });
  const cookie = welcome.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { origin } = url;
  return {
    origin,
    cookie,
    async call(name: string, input: unknown) {
      const headers = { cookie, origin, "content-type": "application/json" };
      const answer = await fetch(`${origin}/bridge/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(input),
      });
      const result = await answer.json();
      if (!result.ok) throw new Error(JSON.stringify(result.problem));
      return result.value;
    },
  };
}

describe("the browser host as a process", () => {
  it("prints one line with its address, and ends cleanly when told to", async () => {
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

  it("cleans an uploaded list from end to end and hands the file back", async () => {
    const started = start(["--no-open", "--sandbox"]);
    const page = await enter(started);
    expect(await page.call("app.info", {})).toMatchObject({ host: "browser", demo: true, dataDir });
    const list =
      'email;Name\r\nann@acme.example;"Ann; of Acme"\r\nBOB@acme.example;00012\r\nann@acme.example;again\r\n';
    const sent = await fetch(`${page.origin}/files?name=list.csv`, {
      method: "POST",
      headers: { cookie: page.cookie, origin: page.origin },
      body: list,
    });
    const { uploadId } = await sent.json();
    const account = await page.call("accounts.sandbox", {});
    const { listId } = await page.call("lists.open", { source: { kind: "upload", uploadId } });
    expect(await page.call("lists.read", { listId, options: {} })).toMatchObject({
      rows: 3,
      unique: 2,
      repeated: 1,
    });
    const options = { reuseKnown: true, allColumns: false, suppress: true, limit: null };
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
    const download = await fetch(`${page.origin}/download/${file.downloadId}`, {
      headers: { cookie: page.cookie },
    });
    expect(await download.text()).toBe(list);
    expect(download.headers.get("content-disposition")).toContain("attachment");
    started.child.kill("SIGTERM");
    expect(await started.ended).toBe(0);
  });

  it("says in a sentence that the data is in use, and leaves it", async () => {
    const first = start(["--no-open", "--sandbox"]);
    await enter(first);
    const second = start(["--no-open", "--sandbox"]);
    expect(await second.ended).toBe(1);
    expect(second.out()).toBe("");
    expect(second.err()).toContain("Winnow is already running");
    expect(second.err()).not.toMatch(/\n\s+at /);
  });

  it.each([
    [["--port", "abc"], "--port takes a number"],
    [["--port", "70000"], "--port takes a number"],
    [["--nonsense"], "--nonsense"],
    [["stray"], "stray"],
  ])("refuses %j with a sentence", async (args, words) => {
    const started = start(args);
    expect(await started.ended).toBe(2);
    expect(started.err()).toContain(words);
    expect(started.err()).not.toMatch(/\n\s+at /);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it("says so when its port is taken", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const address = other.address();
    const port = address !== null && typeof address !== "string" ? address.port : 0;
    const started = start(["--no-open", "--port", String(port)]);
    expect(await started.ended).toBe(2);
    expect(started.err()).toContain(`Port ${port} is not free`);
    other.close();
  });

  it("cannot be started on a file that is in the way of its data", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "mine");
    const started = start(["--no-open", "--data-dir", join(file, "data")]);
    expect(await started.ended).toBe(1);
    expect(started.err()).toContain("cannot store anything");
    expect(await readFile(file, "utf8")).toBe("mine");
  });
});

describe("its command line", () => {
  it("has defaults that open a browser on a free port", () => {
    expect(parseOptions([], { WINNOW_DATA_DIR: "/data" })).toEqual({
      ok: true,
      value: { port: 0, open: true, sandbox: false, dataDir: "/data" },
    });
  });

  it("is read whole", () => {
    const args = ["--port=8123", "--no-open", "--sandbox", "--data-dir", "/else"];
    expect(parseOptions(args, { WINNOW_DATA_DIR: "/data" })).toEqual({
      ok: true,
      value: { port: 8123, open: false, sandbox: true, dataDir: "/else" },
    });
  });
});
