import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { cliWorlds } from "../../support/cli-world.ts";
import { ENTER, type InPty, winnowInPty } from "../../support/pty.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const { sandbox, world } = await cliWorlds("speech");
const empty = mkdtempSync(join(tmpdir(), "winnow-speech-"));
afterAll(() => rmSync(empty, { recursive: true, force: true }));
let running: InPty | null = null;
afterEach(() => {
  try {
    running?.kill("SIGKILL");
  } catch {
    // It has ended.
  }
  running = null;
});

const eventsOf = (stderr: string): Record<string, unknown>[] =>
  stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("--version", () => {
  it.each(["--version", "-V"])("%s prints the version alone, and touches nothing", async (flag) => {
    const { code, stdout, stderr } = await runWinnow([flag], {
      env: { WINNOW_DATA_DIR: join(empty, "none") },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("--quiet", () => {
  it("says nothing where nothing is wrong; the data is printed all the same", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const cleaned = await at.run("clean", file, "--out", at.out, "--yes", "--quiet");
    expect(cleaned).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await at.run("lists", "--quiet")).stdout).toContain("list.csv");
  });

  it("says what is wrong", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const over = await at.run("clean", file, "--out", at.out, "--yes", "--quiet", "--max-credits", "1");
    expect(over.code).toBe(4);
    expect(over.stderr).toMatch(/^The price is over your limit\. .*\n$/);
  });

  // Windows has another kind of terminal.
  it.runIf(process.platform !== "win32")("shows the price that a question is about", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    running = winnowInPty(["clean", file, "--out", at.out, "--quiet"], { env: at.env, columns: 200 });
    await running.shows("Clean the list for 2 credits? [y/N]");
    expect(running.shown()).toContain("2 rows = 2 credits. You have 100; 98 will be left.");
    running.type(`n${ENTER}`);
    expect((await running.ended).code).toBe(2);
  });
});

describe("--progress jsonl", () => {
  it("tells what happens as JSON Lines on standard error, and nothing else there", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    const ran = await at.run("clean", file, "--out", at.out, "--yes", "--progress", "jsonl", "--json");
    expect(ran.code, ran.stderr).toBe(0);
    const events = eventsOf(ran.stderr);
    const names = events.map(({ event }) => event);
    for (const event of events) expect(Date.parse(String(event.at))).toBeLessThanOrEqual(Date.now());
    expect(events.find(({ event }) => event === "priced")).toMatchObject({ file, credits: 2 });
    const { cleaning } = JSON.parse(ran.stdout);
    expect(events.find(({ event }) => event === "started")).toMatchObject({ cleaning, file, credits: 2 });
    expect(events.find(({ event }) => event === "finished")).toMatchObject({ cleaning, state: "done" });
    expect(names.at(-1)).toBe("ended");
    expect(events.at(-1)).toMatchObject({ exitCode: 0 });
    expect(names).toContain("progress");
    expect(names.indexOf("priced")).toBeLessThan(names.indexOf("started"));
  });

  it("tells for what is waited, and how it ended", async () => {
    const at = world();
    const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
    sandbox.faults.add({ name: "lists-full", operation: "upload", account: at.label });
    const ran = await at.runWith(
      { onStderr: (text, kill) => void (text.includes('"event":"waiting"') && kill("SIGINT")) },
      ...["clean", file, "--out", at.out, "--yes", "--quiet", "--progress", "jsonl"],
    );
    expect(ran.code, ran.stderr).toBe(6);
    const events = eventsOf(ran.stderr);
    expect(events.find(({ event }) => event === "waiting")).toMatchObject({ for: "slot" });
    expect(events.find(({ event }) => event === "problem")).toMatchObject({
      problem: { code: "interrupted" },
    });
    expect(events.at(-1)).toMatchObject({ event: "ended", exitCode: 6 });
    expect(events.some(({ event }) => event === "said")).toBe(false);
  });

  it("has no other form", async () => {
    const ran = await runWinnow(["lists", "--progress", "dots", "--json"], {
      env: { WINNOW_DATA_DIR: join(empty, "none") },
    });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ problem: { code: "command_invalid" } });
  });
});
