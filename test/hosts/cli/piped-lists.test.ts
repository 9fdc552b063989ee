import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const LIST = 'Name,Email\n"Ann, A.",ann@deliverable.example\nBob,bob@undeliverable.example\n';
const CLEANED = 'Name,Email\n"Ann, A.",ann@deliverable.example\n';

const { world } = await createCliWorlds("piped");
const WITH_LIST = { input: LIST };

const received = ({ dataDir }: CliWorld) => {
  const dir = join(dataDir, "uploads");
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe("a list from a stream", () => {
  it("is cleaned and printed from standard input, and leaves no copy in the data folder", async () => {
    const at = world();
    const args = ["clean", "-", "--out", "-", "--yes"];
    const ran = await at.spawn(WITH_LIST, ...args);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toBe(CLEANED);
    expect(received(at)).toEqual([]);
    const again = await at.runWith(WITH_LIST, ...args, "--dry-run");
    expect(again.stderr).toContain("= 0 credits");
    expect(received(at)).toEqual([]);
  });

  it("is refused if standard input is empty", async () => {
    const at = world();
    const ran = await at.runWith({ input: "" }, "clean", "-", "--out", at.out, "--yes");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("standard input");
    expect(existsSync(at.out)).toBe(false);
    expect(received(at)).toEqual([]);
  });
});

it("winnow suppress add - and winnow check - read standard input", async () => {
  const at = world();
  const added = await at.runWith({ input: "bob@undeliverable.example\n" }, "suppress", "add", "-", "--json");
  expect(JSON.parse(added.stdout)).toMatchObject({ addresses: 1 });
  const input = "bob@undeliverable.example\nann@deliverable.example\n";
  const checked = await at.runWith({ input }, "check", "-", "--json");
  expect(JSON.parse(checked.stdout).checks).toMatchObject([{ suppressed: true }, { verdict: "deliverable" }]);
  expect(received(at)).toEqual([]);
});
