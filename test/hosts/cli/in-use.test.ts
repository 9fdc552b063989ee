import { mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";
import type { Running } from "../../support/processes.ts";

const { sandbox, world } = await createCliWorlds("in-use");
const at = world();
const { dataDir } = at;
const file = at.list("list.csv", ["ann@acme.example", "bob@acme.example"]);
let holder: Running;

/** A cleaning with a hanging upload holds the lock on the data folder. */
beforeAll(async () => {
  sandbox.faults.add({ name: "hang-before", operation: "upload", account: at.label });
  holder = at.start("clean", file, "--out", at.out, "--yes");
  await vi.waitFor(() => expect(at.requestCount("upload")).toBe(1), { timeout: 30_000 });
  // An export in progress of the other process.
  mkdirSync(join(dataDir, "exports", "6f0d8a52-2f0e-4f5e-9d39-0a1b2c3d4e5f"), { recursive: true });
}, 60_000);
afterAll(async () => {
  holder.child.kill("SIGKILL");
  await holder.ended;
});

const names = () => readdirSync(dataDir, { recursive: true }).map(String).sort();

describe("while another Winnow uses the data folder", () => {
  it.each([
    ["lists", /running\t2\tlist\.csv/, ["lists"]],
    ["account list", /127\.0\.0\.1/, ["account", "list"]],
    ["preview", /Different addresses +2/, ["preview"]],
  ])("`%s` reads it and changes nothing", async (_name, words, args) => {
    const before = names();
    const ran = await at.run(...args, ...(args[0] === "preview" ? [file] : []));
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toMatch(words);
    expect(names()).toEqual(before);
  });

  it.each([
    ["clean", ["clean", "FILE", "--out", "OUT", "--yes"]],
    ["check", ["check", "ann@acme.example"]],
    ["resume", ["resume"]],
    ["export", ["export", "list.csv", "--out", "OUT"]],
    ["backup", ["backup"]],
  ])("`%s` names the other process and exits with 8", async (_name, args) => {
    const given: Record<string, string> = { FILE: file, OUT: join(at.folder, "other.csv") };
    const ran = await at.run(...args.map((arg) => given[arg] ?? arg));
    expect(ran.code, ran.stderr).toBe(8);
    expect(ran.stderr).toContain("Winnow is already running");
    expect(ran.stderr).toContain(`process ${holder.child.pid} on ${hostname()}`);
  });
});
