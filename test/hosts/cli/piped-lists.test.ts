import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliWorld, cliWorlds } from "../../support/cli-world.ts";

const LIST = 'Name,Email\n"Ann, A.",ann@deliverable.example\nBob,bob@undeliverable.example\n';
const CLEANED = 'Name,Email\n"Ann, A.",ann@deliverable.example\n';

const { world } = await cliWorlds("piped");
const WITH_LIST = { input: LIST };

const received = ({ dataDir }: CliWorld) => {
  const dir = join(dataDir, "uploads");
  return existsSync(dir) ? readdirSync(dir) : [];
};

describe("a list that comes as a stream", () => {
  it("from standard input is cleaned, printed, and not kept anywhere but as a list", async () => {
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

  it("is looked into, by a name that says where it is from", async () => {
    const ran = await world().runWith(WITH_LIST, "preview", "-", "--json");
    expect(ran.code, ran.stderr).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ name: "standard input", rows: 2, unique: 2 });
  });

  it("and is empty is refused as what it is", async () => {
    const at = world();
    const ran = await at.runWith({ input: "" }, "clean", "-", "--out", at.out, "--yes");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("standard input");
    expect(existsSync(at.out)).toBe(false);
    expect(received(at)).toEqual([]);
  });
});
