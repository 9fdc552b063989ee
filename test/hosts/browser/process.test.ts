import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { collectOutput, type Running } from "../../support/processes.ts";

const root = resolve(import.meta.dirname, "../../..");

let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = testFolder();
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

function start(args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ["out/main/browser.js", ...args], {
    cwd: root,
    env: { ...process.env, WINNOW_DATA_DIR: dataDir, WINNOW_SANDBOX_SPEED: "200", ...env },
  });
  running.push(child);
  return collectOutput(child);
}

const addressesIn = (text: string) => text.match(/http:\S+(?=\n)/g) ?? [];

/** Returns the URLs printed so far, once there are at least `count`. */
async function addresses(started: Running, count = 1): Promise<string[]> {
  await vi.waitFor(() => expect(addressesIn(started.said.stdout).length).toBeGreaterThanOrEqual(count), {
    timeout: 60_000,
  });
  return addressesIn(started.said.stdout);
}

async function tryAddress(address: string): Promise<Response> {
  const { origin, hash } = new URL(address);
  return await fetch(`${origin}/enter`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ token: hash.replace("#token=", "") }),
  });
}

/** Signs in with the printed URL and requests the first information that a page needs. */
async function appInfo(started: Running): Promise<unknown> {
  const [address = ""] = await addresses(started);
  const { origin } = new URL(address);
  const { value } = await (await tryAddress(address)).json();
  const headers = { authorization: `Bearer ${value.bearer}`, origin, "content-type": "application/json" };
  return await (await fetch(`${origin}/bridge/app.info`, { method: "POST", headers, body: "{}" })).json();
}

describe("the browser host as a process", () => {
  it("prints one line with its URL, and exits cleanly on SIGINT and SIGTERM", async () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const started = start(["--port", "0", "--no-open", "--sandbox"]);
      const info = await appInfo(started);
      expect(info).toMatchObject({ ok: true, value: { host: "browser", demo: true, dataDir } });
      expect(started.said.stdout.trim().split("\n")).toHaveLength(1);
      started.child.kill(signal);
      started.child.kill(signal);
      expect((await started.ended).code).toBe(0);
      expect(started.said.stdout.trim().split("\n")).toHaveLength(1);
    }
  });

  it("refuses to start if a file is in the way of its data folder", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "mine");
    const started = start(["--no-open", "--data-dir", join(file, "data")]);
    expect((await started.ended).code).toBe(1);
    expect(started.said.stderr).toContain("cannot store anything");
    expect(await readFile(file, "utf8")).toBe("mine");
  });
});

describe("the printed URL", () => {
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
      // A fake browser opener: records its argument, its environment, every process's command line and the opened page.
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
      await appInfo(started);
      await vi.waitFor(async () => expect(await readdir(dataDir)).not.toContain("browser"));
      started.child.kill("SIGTERM");
      expect((await started.ended).code).toBe(0);
      await rm(folder, { recursive: true });
    },
  );
});
