import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { root } from "../../support/winnow.ts";

const MAIN = join(root, "out/main/cli.js");

const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  }
});

async function run(...args: string[]): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [MAIN, "sandbox", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  running.push(child);
  let text = "";
  for await (const piece of child.stdout) {
    text += String(piece);
    if (text.includes("\n")) break;
  }
  return { child, line: text.split("\n", 1)[0] ?? "" };
}

function addressOf(line: string): { baseUrl: string; key: string } {
  const [, baseUrl = "", key = ""] =
    /^Sandbox at (http:\/\/127\.0\.0\.1:\d+) key (sandbox-\S+)$/.exec(line) ?? [];
  return { baseUrl, key };
}

async function ask(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const body: unknown = await (await fetch(url, init)).json();
  return typeof body === "object" && body !== null ? { ...body } : {};
}

test("the sandbox command prints a URL and the key of the account, and exits cleanly on SIGTERM", async () => {
  const { child, line } = await run("--account", "small");
  const { baseUrl, key } = addressOf(line);
  expect(key).toMatch(/^sandbox-small-/);
  expect(await ask(`${baseUrl}/v1/info?apikey=${key}`)).toMatchObject({
    credits_info: { credits_remaining: 100 },
  });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});
