import type { Sandbox } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { createRandom } from "./random.ts";
import { lookAtRows } from "./rows.ts";
import { doAct, takeStep } from "./steps.ts";
import { createWorld, type World } from "./world.ts";

/** What was seen of a sequence: promises that were broken, and the steps as far as they went. */
export interface Seen {
  readonly broken: readonly string[];
  readonly story: readonly string[];
}

/** How often everything that waits for the user is answered before the end. */
const MOST_ROUNDS = 120;

/** Runs one step for each of `seeds` in a world of its own, then lets everything come to its end. */
export async function runSequence(
  services: readonly [Sandbox, Sandbox],
  seeds: readonly number[],
  compileCache: string,
): Promise<Seen> {
  const world = await createWorld(services, compileCache);
  const story: string[] = [];
  try {
    for (const seed of seeds) {
      story.push(await takeStep(world, createRandom(seed)));
      world.look(false);
      if (world.broken.length > 0) return { broken: world.broken, story };
    }
    world.emptyDisk();
    // Killed from here on, it would never be seen to come to its end.
    world.face().killAt(null, 0);
    await world.face().wait(0);
    await world.open();
    await comeToAnEnd(world, story);
    for (const cleaning of await world.cleanings())
      if (cleaning.state === "done" && cleaning.deletedAt === null) await lookAtRows(world, cleaning);
    await world.face().close();
    world.look(true);
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

/** P6: with an honest service, credits and a user who says yes, every cleaning ends. */
async function comeToAnEnd(world: World, story: string[]): Promise<void> {
  for (const { service, label, topUp } of world.books) {
    service.faults.clear();
    service.setAccountState(label, "active");
    topUp(1_000);
  }
  await world.call("app.online", { online: true });
  for (let round = 0; round < MOST_ROUNDS; round++) {
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
    world.look(false);
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
