import { join } from "node:path";
import { expect, it } from "vitest";
import { buildCleaning } from "../../results/build-cleaning.ts";
import { targetFolder, writeOne } from "../write-one.ts";

const ROWS = 20_000;
const truth = { flags: [], at: 1_700_000_000_000, fate: "part" } as const;

it("tells of its progress now and then, not for every record that it copies on its own", async () => {
  const cleaning = buildCleaning(
    Array.from({ length: ROWS }, (_, row) => [`p${row}@x.example`, "text"]),
    [
      { ...truth, verdict: "deliverable" },
      { ...truth, verdict: "undeliverable" },
    ],
  );
  const target = join(targetFolder(), "out.csv");
  const { outcome, progress } = await writeOne(
    cleaning,
    { filter: { verdicts: ["deliverable"] } },
    { target },
  );
  expect(outcome).toMatchObject({ ok: true, value: { rows: ROWS / 2 } });
  expect(progress.at(-1)).toEqual({ rowsWritten: ROWS / 2, rowsTotal: ROWS / 2 });
  expect(progress.length).toBeLessThan(ROWS / 1_000);
});
