import { execFileSync } from "node:child_process";
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launchSandbox } from "../../electron/sandbox/index.ts";
import { world } from "../support/each-world.ts";
import { hasEnded, unwrap } from "../support/in-process.ts";

/** Returns every path in the folder, itself included, that is accessible to other users. */
function openToOthers(folder: string): string[] {
  const names = ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })];
  return names.filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0);
}

describe("the data folder", () => {
  let umask: number;
  beforeEach(() => {
    umask = process.umask(0);
  });
  afterEach(() => void process.umask(umask));

  it("is private to the user from its first file on, while files elsewhere follow the umask", async () => {
    const at = await world.start(world.data, {
      launchSandbox: () => launchSandbox({ stateDir: join(world.data, "sandbox"), speed: 1000 }),
    });
    const { id } = await world.begin(at);
    await at.until(id, hasEnded);
    unwrap(await at.call("accounts.sandbox", {}));
    unwrap(await at.call("app.backup", {}));
    unwrap(await at.call("app.diagnostics", {}));
    const source = { kind: "text", name: "s", text: "ann@acme.example" } as const;
    unwrap(await at.call("suppression.add", { name: "s", source }));
    expect(openToOthers(world.data)).toEqual([]);
    // The process's original umask applies.
    expect(statSync(world.out).mode & 0o777).toBe(0o666 & ~umask);
  });

  it("keeps its mode if it also holds other files, while Winnow's own files in it are private", async () => {
    mkdirSync(world.data);
    chmodSync(world.data, 0o755);
    writeFileSync(join(world.data, "letter.txt"), "mine");
    chmodSync(join(world.data, "letter.txt"), 0o644);
    const at = await world.start();
    const { id } = await world.begin(at);
    await at.until(id, hasEnded);
    await world.stop(at);
    expect(openToOthers(world.data).sort()).toEqual(["", "letter.txt"]);
  });

  it("is made private without following links", async () => {
    await world.stop(await world.start());
    const outside = join(world.folder, "outside");
    mkdirSync(outside);
    chmodSync(outside, 0o755);
    execFileSync("ln", ["-s", outside, join(world.data, "logs")]);
    await world.stop(await world.start());
    expect(statSync(outside).mode & 0o777).toBe(0o755);
  });
});
