import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isOver, PAID, readList, unwrap } from "../support/in-process.ts";
import { oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

it("a results file whose clock was a century ahead does not hide what is verified after it", async () => {
  const addresses = ["bounce.ann@firm.example", "bounce.bob@firm.example"];
  const world = await oneList(sandbox, { rows: 2, text: `Email\n${addresses.join("\n")}\n` });
  try {
    const results = join(world.folder, "old.csv");
    const head = "Email,Verification Result,Syntax Error,ISP,Role,Disposable,Trap,Verified At";
    const lines = addresses.map((address) => `${address},deliverable,N,N,N,N,N,2126-07-01T10:00:00.000Z`);
    writeFileSync(results, `${[head, ...lines].join("\n")}\n`);
    const listId = await readList(world.at, results, { readAs: "results" });
    const { accountId } = world;
    unwrap(await world.at.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: 0 }));

    const paid = unwrap(await world.start());
    expect((await world.at.until(paid.id, isOver)).counts).toMatchObject({ undeliverable: 2 });

    const again = unwrap(
      await world.start({
        options: { ...PAID, reuseKnown: true },
        credits: 0,
        out: { keep: ["deliverable"], overwrite: true },
      }),
    );
    const done = await world.at.until(again.id, isOver);
    expect(done).toMatchObject({ counts: { undeliverable: 2, deliverable: 0 }, skipped: { known: 2 } });
    expect(readFileSync(world.out, "utf8")).toBe("Email\n");
  } finally {
    await world.remove();
  }
});
