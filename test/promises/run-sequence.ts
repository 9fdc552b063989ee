import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { createRandom } from "./random.ts";
import { checkRows } from "./rows.ts";
import { doAct, takeStep } from "./steps.ts";
import { createWorld, type World } from "./world.ts";

/** Broken promises of a sequence, and its steps up to that point. */
export interface Seen {
  readonly broken: readonly string[];
  readonly story: readonly string[];
}

/** Maximum number of rounds in which all waiting cleanings are answered before the end. */
const MAX_ROUNDS = 120;

/** Runs one step per seed in a new world, then lets everything finish. */
export async function runSequence(
  services: readonly [FaultySandbox, FaultySandbox],
  seeds: readonly number[],
  compileCache: string,
): Promise<Seen> {
  const world = await createWorld(services, compileCache);
  const story: string[] = [];
  try {
    for (const seed of seeds) {
      story.push(await takeStep(world, createRandom(seed)));
      world.checkPromises(false);
      if (world.broken.length > 0) return { broken: world.broken, story };
    }
    world.emptyDisk();
    // No kills from here on, or the cleanings would never finish.
    world.face().killAt(null, 0);
    await world.face().wait(0);
    await world.open();
    await finishAll(world, story);
    for (const cleaning of await world.cleanings())
      if (cleaning.state === "done" && cleaning.deletedAt === null) await checkRows(world, cleaning);
    await world.face().close();
    world.checkPromises(true);
    return { broken: world.broken, story };
  } finally {
    for (const { service } of world.books) service.faults.clear();
    await world.end();
  }
}

const isOver = ({ state, out }: Cleaning) =>
  state === "imported" ||
  state === "cancelled" ||
  state === "failed" ||
  (state === "done" && (out === null || out.rows !== null));

/** Checks P6: with a working service, credits and a consenting user, every cleaning ends. */
async function finishAll(world: World, story: string[]): Promise<void> {
  for (const { service, label, topUp } of world.books) {
    service.faults.clear();
    service.setAccountState(label, "active");
    topUp(1_000);
  }
  await world.call("app.online", { online: true });
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const left = (await world.cleanings()).filter((one) => !isOver(one) && one.deletedAt === null);
    if (left.length === 0) return;
    for (const cleaning of left) {
      const action = (["start", "resume", "leave_file"] as const).find((one) =>
        cleaning.actions.includes(one),
      );
      if (action !== undefined && cleaning.state !== "running")
        story.push(await doAct(world, cleaning, action));
      if (cleaning.state === "waiting" && (cleaning.waiting ?? null) === null)
        world.broken.push(`P6: ${cleaning.id} waits and does not say for what`);
    }
    await world.face().wait(10_000);
    world.checkPromises(false);
    if (world.broken.length > 0) return;
  }
  for (const cleaning of await world.cleanings()) {
    if (isOver(cleaning) || cleaning.deletedAt !== null) continue;
    const parts = cleaning.parts.map(
      ({ state, waitingFor, problem }) => `${state} ${waitingFor} ${problem?.code}`,
    );
    world.broken.push(
      `P6: ${cleaning.id} does not end: ${cleaning.state} ${JSON.stringify(cleaning.waiting)} ${cleaning.problem?.code} ${cleaning.actions} [${parts}] ${JSON.stringify(cleaning.out)}`,
    );
  }
}
