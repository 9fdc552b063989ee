import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createSandbox } from "../../electron/sandbox/index.ts";
import { PAID, readList, unwrap } from "../support/in-process.ts";
import { oneList } from "../support/one-list.ts";
import { runWinnow } from "../support/winnow.ts";

it("what a results file brought in before Winnow ended, and no cleaning stands for, is known no more", async () => {
  const sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  const world = await oneList(sandbox, { rows: 2, text: "Email\nann@firm.example\nzoe@firm.example\n" });
  const data = join(world.folder, "data");
  try {
    const now = new Date().toISOString();
    const path = join(world.folder, "old.csv");
    writeFileSync(
      path,
      `Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\nann@firm.example,deliverable,N,N,N,N,N,${now}\n`,
    );
    const { id } = unwrap(
      await world.at.call("cleanings.start", {
        listId: await readList(world.at, path, { readAs: "results" }),
        accountId: world.accountId,
        options: PAID,
        agreedCredits: 0,
      }),
    );
    const price = async () => {
      const { listId, accountId } = world;
      const options = { ...PAID, reuseKnown: true };
      return unwrap(await world.at.call("cleanings.price", { listId, accountId, options }));
    };
    expect(await price()).toMatchObject({ known: 1 });
    await world.at.close();
    // As it is where Winnow ends right before the cleaning is begun: the commit that begins it takes the note away.
    const db = new Database(join(data, "winnow.db"));
    db.pragma("foreign_keys = ON");
    expect(db.prepare("SELECT name FROM settings WHERE name GLOB 'importing.*'").all()).toEqual([]);
    db.prepare("DELETE FROM cleanings WHERE id = ?").run(id);
    db.prepare("INSERT INTO settings (name, value) VALUES (?, 'true')").run(`importing.${id}`);
    db.close();
    await world.reopen();
    expect(await price()).toMatchObject({ known: 0, credits: 2 });
    expect(existsSync(join(data, "cleanings", id))).toBe(false);
    await world.at.close();
    expect(readFileSync(join(data, "archive.db")).includes("ann@firm.example")).toBe(false);
    await world.reopen();
  } finally {
    await world.remove();
    await sandbox.close();
  }
});

it("a kill right before the cleaning of a results file is begun leaves its note, and nothing more after the next start", async () => {
  const sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  const world = await oneList(sandbox, { rows: 1 });
  const data = join(world.folder, "data");
  try {
    await world.at.close();
    const path = join(world.folder, "old.csv");
    const now = new Date().toISOString();
    writeFileSync(
      path,
      `Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At\nann@firm.example,deliverable,N,N,N,N,N,${now}\n`,
    );
    const { key } = sandbox.account(world.label);
    const env = { WINNOW_DATA_DIR: data, WINNOW_BASE_URL: sandbox.baseUrl, WINNOW_API_KEY: key };
    const killed = await runWinnow(["clean", path, "--read-as", "results", "--out", world.out, "--yes"], {
      env: { ...env, WINNOW_FAULT_POINT: "before:commit-cleaning" },
    });
    expect(killed.code).not.toBe(0);
    expect(readdirSync(join(data, "cleanings"))).toHaveLength(1);
    await world.reopen();
    expect(readdirSync(join(data, "cleanings"))).toEqual([]);
    expect(unwrap(await world.at.call("app.backups", {})).backups).toEqual([]);
    await world.at.close();
    expect(readFileSync(join(data, "archive.db")).includes("ann@firm.example")).toBe(false);
    await world.reopen();
  } finally {
    await world.remove();
    await sandbox.close();
  }
});
