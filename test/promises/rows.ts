import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { exportOutcomeSchema } from "../../shared/bridge/exports.ts";
import type { World } from "./world.ts";

const accountSchema = z.object({ rows: z.int(), leftOut: z.record(z.string(), z.int()) });

/** P2: every row of a cleaning's list comes back byte for byte and in order, or stands in a count that is shown. */
export async function lookAtRows(world: World, { id, listId }: Cleaning): Promise<void> {
  const list = world.fileOf.get(listId);
  if (list === undefined) return;
  const path = join(world.shelf.dir, `rows-${id}.csv`);
  const answer = await world.call("exports.write", {
    cleaningId: id,
    filter: {},
    format: { kind: "exact" },
    withVerdicts: false,
    allowEmpty: true,
    target: { kind: "path", path, overwrite: false },
  });
  if (!answer?.ok) {
    world.broken.push(`P2: ${id} cannot be exported: ${answer?.problem.code ?? "lost"}`);
    return;
  }
  const { account } = exportOutcomeSchema.parse(answer.value);
  const { rows, leftOut } = accountSchema.parse(account);
  const recordsOf = (text: string) => text.split(/(?<=\n)/);
  const [header = "", ...records] = recordsOf(list.bytes);
  const [writtenHeader = "", ...written] = recordsOf(readFileSync(path, "utf8"));
  const told = Object.values(leftOut).reduce((sum, count) => sum + count, rows);
  if (told !== records.length) world.broken.push(`P2: ${id} tells of ${told} of ${records.length} rows`);
  if (written.length !== rows) world.broken.push(`P2: ${id} says ${rows} rows and wrote ${written.length}`);
  if (header !== writtenHeader) world.broken.push(`P2: the header of ${id} is another`);
  let place = 0;
  for (const record of written) {
    const at = records.indexOf(record, place);
    if (at < 0)
      world.broken.push(`P2: ${id} wrote ${JSON.stringify(record)}, which is not in its list there`);
    else place = at + 1;
  }
}
