import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import type { Problem } from "../../shared/problems.ts";
import { isOver, unwrap } from "../support/in-process.ts";
import { LONG } from "../support/long.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

/** A content filter between Winnow and the service, which answers a start with a page of its own. */
const ROWS = 10;
const sandbox = await quickSandbox();
let world: OneList;
/** What the next start is answered with; `arrives`: the service has it all the same. */
let filter: { status: number; arrives: boolean } | null = null;
let patches: number;

beforeEach(async () => {
  patches = 0;
  const { fetch } = createNodeFetch();
  world = await oneList(
    sandbox,
    { rows: ROWS },
    {
      async fetch(input, init) {
        if (init?.method !== "PATCH") return fetch(input, init);
        patches++;
        if (filter === null) return fetch(input, init);
        const { status, arrives } = filter;
        filter = null;
        if (arrives) await (await fetch(input, init)).body?.cancel();
        const page = status === 304 ? null : "<html><title>Blocked</title>content filter</html>";
        return new Response(page, { status, headers: { "content-type": "text/html" } });
      },
    },
  );
});
afterEach(async () => {
  filter = null;
  await world.remove();
});

const STATUSES = LONG ? [302, 304, 400, 401, 402, 403, 404, 409, 413, 421, 429, 499, 503] : [403, 503];

describe.each(STATUSES)("a start that is answered with a filter's page and a %i", (status) => {
  it("is paid for once if it arrived, and its results come home", async () => {
    filter = { status, arrives: true };
    const { id } = unwrap(await world.start());
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done", missing: 0, spent: ROWS });
    expect(world.charges()).toEqual(Array(ROWS).fill(1));
    expect(patches).toBe(1);
  });

  it("is not deleted by an immediate cancel if it arrived", async () => {
    filter = { status, arrives: true };
    const { id } = unwrap(await world.start());
    await world.at.until(id, () => patches > 0);
    await world.at.act(id, "cancel");
    expect(await world.at.until(id, ({ state }) => state === "done")).toMatchObject({ missing: 0 });
    expect(world.asked("delete")).toBe(0);
    expect(world.charges()).toEqual(Array(ROWS).fill(1));
  });

  it("is sent again if it never arrived, once the status has shown that for long enough", async () => {
    filter = { status, arrives: false };
    const { id } = unwrap(await world.start());
    const told: (Problem["code"] | undefined)[] = [];
    const stop = world.at.engine.on((event) => {
      if (event.event === "cleaning.changed") told.push(event.cleaning.problem?.code);
    });
    const over = await world.at.until(id, (cleaning) => {
      // What only the user can change is waited for, and tried again when the user says so.
      if (cleaning.state === "waiting" && cleaning.waiting?.for === "account") void world.at.act(id, "retry");
      return isOver(cleaning);
    });
    stop();
    expect(over).toMatchObject({ state: "done", missing: 0, spent: ROWS });
    expect(world.charges()).toEqual(Array(ROWS).fill(1));
    // Where nothing is at the address, the job's id is tried in the other place for it, too.
    expect(patches).toBe(status === 404 ? 3 : 2);
  });
});
