import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { codesOf } from "../../../../electron/engine/settings/diagnostics.ts";
import { testFolder } from "../../../support/folders.ts";
import { hasEnded, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../../support/in-process.ts";
import { quickSandbox } from "../../../support/quick-sandbox.ts";
import { root } from "../../../support/winnow.ts";

const sandbox = await quickSandbox();
let folder: string;
beforeEach(() => {
  folder = testFolder();
});

describe("the diagnostics file", () => {
  it("contains the codes of many kinds of failures and none of the user's data", async () => {
    const { key } = sandbox.createAccount({ label: "canary label", credits: 100 });
    const place = join(folder, "canary-folder");
    mkdirSync(place);
    const list = join(place, "canary-customers.csv");
    writeFileSync(list, "email,name\ncanary-ann@canary.example,Canary Ann\nann@acme.example,Canary Bob\n");
    let broken = 0;
    const at = unwrap(
      await openInProcess(join(folder, "data"), {
        probe(point) {
          if (point !== "before:status" || broken++ > 0) return;
          throw new TypeError(`cannot read ${list} for canary-ann@canary.example with ${key}`);
        },
      }),
    );
    onTestFinished(() => at.close());
    const account = unwrap(
      await at.call("accounts.add", { label: "canary label", baseUrl: sandbox.baseUrl, apiKey: key }),
    );
    const listId = await readList(at, list);
    const { id } = unwrap(
      await at.call("cleanings.start", {
        listId,
        accountId: account.id,
        options: PAY_FOR_ALL,
        agreedCredits: 2,
      }),
    );
    await at.until(id, hasEnded);
    await at.call("lists.open", { source: { kind: "path", path: join(place, "canary-gone.csv") } });
    await at.call("cleanings.update", { cleaningId: id, name: "canary name", tags: ["canary tag"] });
    const exported = {
      cleaningId: id,
      filter: {},
      format: { kind: "exact" as const },
      withVerdicts: false,
      target: { kind: "path" as const, path: join(place, "canary-out.csv"), overwrite: false },
    };
    // A file in place of the list's folder makes the export fail with an internal error.
    const dataDir = join(folder, "data");
    rmSync(join(dataDir, "lists", listId), { recursive: true });
    writeFileSync(join(dataDir, "lists", listId), "canary");
    expect((await at.call("exports.write", exported)).ok).toBe(false);
    expect((await at.call("exports.write", { ...exported, target: { kind: "download" } })).ok).toBe(false);
    await at.call("results.rows", {
      cleaningId: id,
      filter: { search: "canary-ann@canary.example" },
      sort: { by: { kind: "row" }, descending: false },
      offset: 0,
      limit: 10,
    });
    const said = at.lines.join("\n");
    // The local log does contain the data; otherwise the checks below would prove nothing.
    expect(said).toContain("canary");

    const { path } = unwrap(await at.call("app.diagnostics", {}));
    const bundle = readFileSync(path, "utf8");
    for (const secret of [/canary/i, /@/, key, folder, tmpdir(), homedir(), root, listId, id, /[/\\]/])
      expect(bundle).not.toMatch(
        secret instanceof RegExp ? secret : new RegExp(secret.replaceAll(/[^\w]/g, "\\$&")),
      );
    const told = JSON.parse(bundle);
    expect(told).toMatchObject({ host: "command_line", sound: true, cleanings: [{ name: "done", n: 1 }] });
    expect(told.log.flatMap((line: { codes: string[] }) => line.codes)).toContain("TypeError");
    expect(told.timeline.length).toBeGreaterThan(3);
  });
});

describe("a line of the log in the diagnostics file", () => {
  it("is reduced to its codes and places", () => {
    const error = new TypeError("cannot open '/home/ann/Customers of Acme.csv'");
    error.stack = `TypeError: cannot open '/home/ann/Customers of Acme.csv'
    at write (file://${root}/electron/engine/exports/write.ts:10:5)
    at async ${root}/electron/engine/engine.ts:48:7
    at Object.run (/home/ann/projects/customers.ts:1:1)
    at node:internal/main:1:2`;
    const codes = codesOf(`2026-01-02T03:04:05.000Z bug in exports.write: ${error.stack}`);
    expect(codes).toEqual({
      at: Date.parse("2026-01-02T03:04:05.000Z") / 1000,
      codes: ["exports.write", "TypeError"],
      frames: ["write.ts:10", "engine.ts:48"],
    });
  });

  it.each([
    ["ENOENT: no such file, open '/home/ann/Acme.csv'", ["ENOENT"]],
    ["SqliteError: disk I/O error SQLITE_IOERR_WRITE", ["SqliteError", "SQLITE_IOERR_WRITE"]],
    ["disk_full: There is no room left to write /home/ann/Acme.csv.", ["disk_full"]],
    ["EVERYBODY ELSE ENGLAND constructor toString __proto__", []],
  ])("keeps only words that come from Winnow or the system: %j", (line, codes) => {
    expect(codesOf(line)).toEqual({ at: null, codes, frames: [] });
  });
});
