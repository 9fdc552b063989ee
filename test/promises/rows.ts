import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { exportOutcomeSchema } from "../../shared/bridge/exports.ts";
import { foldAddress } from "../../shared/fold-addresses.ts";
import type { World } from "./world.ts";
import { recordsOf } from "./written.ts";

const accountSchema = z.object({ rows: z.int(), leftOut: z.record(z.string(), z.int()) });
/** Classes of rows without a verdict, or whose address has its verdict in another row. */
const WITHOUT: ReadonlySet<string> = new Set([
  "repeated",
  "malformed",
  "empty",
  "beyond_limit",
  "unverified",
]);

/** Checks P2: every row of a cleaning's list is exported byte for byte and in order, or counted as left out. */
export async function checkRows(world: World, cleaning: Cleaning): Promise<void> {
  const { id, listId } = cleaning;
  const list = world.fileOf.get(listId);
  if (list === undefined) return;
  const written = await writeRows(world, id, false);
  if (written === null) return;
  const { account, header: writtenHeader, records: rows } = written;
  const [header = "", ...records] = recordsOf(list.bytes);
  const told = Object.values(account.leftOut).reduce((sum, count) => sum + count, account.rows);
  if (told !== records.length) world.broken.push(`P2: ${id} tells of ${told} of ${records.length} rows`);
  if (rows.length !== account.rows)
    world.broken.push(`P2: ${id} says ${account.rows} rows and wrote ${rows.length}`);
  if (header !== writtenHeader) world.broken.push(`P2: the header of ${id} is another`);
  let place = 0;
  for (const record of rows) {
    const at = records.indexOf(record, place);
    if (at < 0)
      world.broken.push(`P2: ${id} wrote ${JSON.stringify(record)}, which is not in its list there`);
    else place = at + 1;
  }
  await lookAtVerdicts(world, cleaning);
}

/** Checks P10: each verdict is the service's, and the counts match the written rows. */
async function lookAtVerdicts(world: World, { id, counts, missing }: Cleaning): Promise<void> {
  const written = await writeRows(world, id, true);
  if (written === null) return;
  const verdicts = new Map<string, string>();
  for (const record of written.records) {
    const [, address = "", , verdict = ""] = record.replaceAll('"', "").split(",");
    verdicts.set(foldAddress(address), verdict);
    // Missing results count as unknown.
    if (verdict !== "" && verdict !== "unknown" && verdict !== sandboxVerdict(address).verdict)
      world.broken.push(
        `P10: ${id} says ${verdict} of ${address}, which is ${sandboxVerdict(address).verdict}`,
      );
  }
  const isWhole = Object.keys(written.account.leftOut).every((reason) => WITHOUT.has(reason));
  for (const [verdict, told] of isWhole ? Object.entries(counts) : []) {
    const rows = [...verdicts.values()].filter((one) => one === verdict).length;
    if (rows !== told) world.broken.push(`P10: ${id} tells of ${told} ${verdict}, and ${rows} are written`);
  }
  if (missing > counts.unknown)
    world.broken.push(`P10: ${id} tells of ${missing} missing among ${counts.unknown} unknown`);
}

async function writeRows(world: World, id: string, withVerdicts: boolean) {
  const path = join(world.shelf.dir, `rows-${id}-${withVerdicts}.csv`);
  const answer = await world.call("exports.write", {
    cleaningId: id,
    filter: {},
    format: { kind: "exact" },
    withVerdicts,
    allowEmpty: true,
    target: { kind: "path", path, overwrite: false },
  });
  if (!answer?.ok) {
    world.broken.push(`P2: ${id} cannot be exported: ${answer?.problem.code ?? "lost"}`);
    return null;
  }
  const account = accountSchema.parse(exportOutcomeSchema.parse(answer.value).account);
  const [header = "", ...records] = recordsOf(readFileSync(path, "utf8"));
  return { account, header, records };
}
