import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { createSandbox } from "../../electron/sandbox/index.ts";
import { PAID, readList, unwrap } from "../support/in-process.ts";
import { oneList } from "../support/one-list.ts";

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
    // As it is where Winnow ends right before the cleaning is begun.
    const db = new Database(join(data, "winnow.db"));
    db.pragma("foreign_keys = ON");
    db.prepare("DELETE FROM cleanings WHERE id = ?").run(id);
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
