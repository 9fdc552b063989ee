import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { beginErasure } from "../../../electron/engine/memory/index.ts";
import { layoutOf } from "../../../electron/engine/store/index.ts";
import { type CliWorld, createCliWorlds } from "../../support/cli-world.ts";

const { world } = await createCliWorlds("erased");

const ANN = "ann@deliverable.example";
const ZOE = "zoe@deliverable.example";
const EVE = "eve@deliverable.example";

function file(at: CliWorld, name: string, ...lines: string[]): string {
  const path = join(at.folder, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** Returns a world where ann was unsubscribed, like zoe, and then erased. */
async function withErasedAnn(): Promise<CliWorld> {
  const at = world();
  const unsubscribed = file(
    at,
    "unsubscribed.csv",
    "Email,Status",
    `${ANN},Unsubscribed`,
    `${ZOE},Unsubscribed`,
  );
  await at.runOk("import", unsubscribed, "--yes");
  await at.runOk("erase", ANN, "--yes");
  return at;
}

async function written(at: CliWorld, ...options: string[]): Promise<string[]> {
  const list = at.list("crm.csv", [ANN, ZOE, EVE]);
  await at.runOk("clean", list, "--out", at.out, "--overwrite", "--yes", ...options);
  return readFileSync(at.out, "utf8").trim().split("\n").slice(1);
}

describe("a person who was erased", () => {
  it("is neither verified nor written, and is counted apart", async () => {
    const at = await withErasedAnn();
    const list = at.list("crm.csv", [ANN, ZOE, EVE]);
    const dry = await at.runOk("clean", list, "--dry-run", "--json");
    expect(JSON.parse(dry.stdout)).toMatchObject({ suppressed: 1, erased: 1, credits: 1 });
    const cleaned = await at.runOk("clean", list, "--out", at.out, "--yes", "--json");
    expect(JSON.parse(cleaned.stdout)).toMatchObject({
      skipped: { suppressed: 1, erased: 1 },
      leftOut: { suppressed: 1, erased: 1 },
    });
    expect(cleaned.stderr).toContain("3 rows − 1 suppressed − 1 erased on request = 1 credit");
    expect(readFileSync(at.out, "utf8")).toBe(`Email\n${EVE}\n`);
    expect(at.charges()).toEqual([1]);
  });

  it("is erased by the next command, also by one that only reads, if the erasure was interrupted", async () => {
    const at = world();
    await at.runOk("clean", at.list(`${ANN}.csv`, [ANN, EVE]), "--out", at.out, "--yes");
    // The erasure died before it changed any file.
    beginErasure(layoutOf(at.dataDir), [ANN]);
    const lists = await at.runOk("lists");
    expect(lists.stderr).toContain("An interrupted erasure was completed");
    expect(lists.stdout).not.toContain("ann@");
  });

  it("stays out when a list is imported as results", async () => {
    const at = await withErasedAnn();
    const results = file(at, "zb.csv", "Email,ZB Status,ZB Sub Status", `${ANN},valid,`, `${EVE},valid,`);
    await at.runOk("import", results, "--yes");
    const known = await at.runOk("address", ANN, "--json");
    expect(JSON.parse(known.stdout)).toMatchObject({ verdict: null, leftOut: "erased" });
    const out = join(at.folder, "zb-out.csv");
    await at.runOk("export", "zb.csv", "--out", out);
    expect(readFileSync(out, "utf8")).not.toContain(ANN);
  });

  it("is not checked, not even on request", async () => {
    const at = await withErasedAnn();
    const checked = await at.run("check", ANN, "--json");
    expect(checked.stdout).toContain("address_erased");
    expect(at.charges()).toEqual([]);
  });

  it("is counted apart when someone imports or suppresses her again", async () => {
    const at = await withErasedAnn();
    const both = file(at, "again.csv", "Email,Status", `${ANN},Unsubscribed`, `${EVE},Unsubscribed`);
    const imported = await at.runOk("import", both, "--yes", "--json");
    expect(JSON.parse(imported.stdout)).toMatchObject({ taken: { unsubscribed: 1 }, skipped: { erased: 1 } });
    const her = file(at, "her.csv", "Email,Status", `${ANN},Unsubscribed`);
    await at.expectFailure(2, "erased on request", "import", her, "--yes");
    await at.expectFailure(2, "erased on request", "suppress", "add", at.list("ann.csv", [ANN]));
    const added = await at.runOk("suppress", "add", at.list("two.csv", [ANN, "x@y.example"]), "--json");
    expect(JSON.parse(added.stdout)).toMatchObject({ addresses: 1, erased: 1 });
  });

  it("comes back only by --forget-request", async () => {
    const at = await withErasedAnn();
    expect(await written(at)).toEqual([EVE]);
    await at.expectFailure(2, "--yes", "erase", ANN, "--forget-request");
    await at.runOk("erase", ANN, "--forget-request", "--yes");
    expect(await written(at)).toEqual([ANN, EVE]);
    await at.expectFailure(2, "not erased", "erase", ANN, "--forget-request", "--yes");
    await at.runOk("erase", ANN, "--yes");
    expect(await written(at)).toEqual([EVE]);
  });
});

it("one person of an erased domain can be let back in", async () => {
  const at = world();
  await at.runOk("erase", "@deliverable.example", "--yes");
  await at.runOk("erase", ANN, "--forget-request", "--yes");
  expect(await written(at)).toEqual([ANN]);
});
