import { z } from "zod";
import { spawnWinnow } from "../support/winnow.ts";
import { openFace } from "./face.ts";
import type { World } from "./world.ts";

const listedSchema = z.object({ cleanings: z.array(z.object({ cleaning: z.string() })) });
/** Internals that a person at a terminal must not see. */
const INSIDES = /^\s+at .+:\d+|\.ts:\d+|\b(?:Type|Range|Reference|Sqlite)Error\b|\[object /m;

/** Opens another Winnow on the same data folder, which must be refused while the first is open. */
export async function openAnother(world: World): Promise<string> {
  const other = await openFace(world.place);
  // The first may have been killed in the meantime.
  if (!other.ok) return other.problem.code;
  if (!world.face().isOver()) world.broken.push("P3: two Winnows have one data folder");
  await other.value.close();
  return "opened";
}

/** Runs the command line beside the engine: it must show the same cleanings and change nothing. */
export async function runCliBeside(world: World): Promise<string> {
  const idsOf = async () =>
    (await world.cleanings()).filter((one) => one.deletedAt === null).map(({ id }) => id);
  const before = await idsOf();
  const ran = await spawnWinnow(["lists", "--json"], { env: { WINNOW_DATA_DIR: world.place.dataDir } });
  const said = `${ran.stdout}${ran.stderr}`;
  if (INSIDES.test(ran.stderr)) world.broken.push(`P11: the command line says ${ran.stderr}`);
  for (const { key } of world.books)
    if (said.includes(key)) world.broken.push("P4: a key is in what the command line says");
  if (ran.code !== 0) return `${ran.code}: ${ran.stderr.trim().slice(0, 80)}`;
  const { cleanings } = listedSchema.parse(JSON.parse(ran.stdout));
  const after = await idsOf();
  const told = cleanings.map(({ cleaning }) => cleaning).sort();
  if (before.sort().join() === after.sort().join() && told.join() !== before.join())
    world.broken.push(`P10: the command line lists ${told}, and there are ${before}`);
  return `${told.length} lists`;
}
