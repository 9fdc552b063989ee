import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("empty");

/** The delimiter changed overnight: no cell is an address, but the header says so. */
const BROKEN = "Email;Name\nann at acme;Ann\nbob at acme;Bob\n";

function file(at: CliWorld, name: string, text: string): string {
  const path = join(at.folder, name);
  writeFileSync(path, text);
  return path;
}

describe("a list without an address", () => {
  it("is refused, and replaces nothing", async () => {
    const at = world();
    const yesterday = "Email\nann@deliverable.example\n";
    writeFileSync(at.out, yesterday);
    const broken = file(at, "broken.csv", BROKEN);
    await at.expectFailure(
      2,
      "No email addresses found",
      "clean",
      broken,
      "--out",
      at.out,
      "--overwrite",
      "--yes",
    );
    expect(readFileSync(at.out, "utf8")).toBe(yesterday);
    await at.expectFailure(2, "No email addresses found", "gate", broken, "--max-bounce", "100");
  });
});

describe("a file ten times as long as the cleaned list", () => {
  const LONG = `Email\n${Array.from({ length: 31 }, (_, i) => `p${i}@deliverable.example`).join("\n")}\n`;
  const short = (at: CliWorld) =>
    file(at, "short.csv", "Email\nann@deliverable.example\nbo@deliverable.example\n");

  it("is not replaced without --allow-shrink", async () => {
    const at = world();
    writeFileSync(at.out, LONG);
    const args = ["clean", short(at), "--out", at.out, "--overwrite", "--yes"];
    await at.expectFailure(2, "2 rows would replace the 31 lines", ...args);
    expect(readFileSync(at.out, "utf8")).toBe(LONG);
    // Nothing is paid twice.
    await at.runOk(...args, "--allow-shrink");
    expect(readFileSync(at.out, "utf8")).toBe("Email\nann@deliverable.example\nbo@deliverable.example\n");
    expect(at.charges()).toEqual([1, 1]);
  });

  it("is replaced by an export only with --allow-shrink", async () => {
    const at = world();
    await at.runOk("clean", short(at), "--out", join(at.folder, "first.csv"), "--yes");
    writeFileSync(at.out, LONG);
    const args = ["export", "short.csv", "--out", at.out, "--overwrite"];
    await at.expectFailure(2, "--allow-shrink", ...args);
    await at.runOk(...args, "--allow-shrink");
    expect(readFileSync(at.out, "utf8").split("\n")).toHaveLength(4);
  });

  it("is replaced if it is only a little longer", async () => {
    const at = world();
    writeFileSync(at.out, LONG.split("\n").slice(0, 20).join("\n"));
    await at.runOk("clean", short(at), "--out", at.out, "--overwrite", "--yes");
  });
});
