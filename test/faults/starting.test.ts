import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { PAID, unwrap } from "../support/in-process.ts";
import { type OneList, oneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 10;
const TEXT = `Email,Other\n${Array.from({ length: ROWS }, (_, i) => `person${i}@a.example,other${i}@b.example`).join("\n")}\n`;

const sandbox = await quickSandbox();
let world: OneList;
/** Runs between the request for the balance and its answer, once. */
let meanwhile: (() => Promise<unknown>) | null = null;

beforeEach(async () => {
  const { fetch } = createNodeFetch();
  world = await oneList(
    sandbox,
    { rows: ROWS, text: TEXT },
    {
      async fetch(input, init) {
        const act = String(input).includes("/v1/info") ? meanwhile : null;
        if (act !== null) meanwhile = null;
        await act?.();
        return fetch(input, init);
      },
    },
  );
  unwrap(await world.at.call("lists.read", { listId: world.listId, options: { column: 0 } }));
});
afterEach(async () => {
  meanwhile = null;
  await world.remove();
});

const read = (column: number) => world.at.call("lists.read", { listId: world.listId, options: { column } });
const cleanings = () => {
  const folder = join(world.folder, "data", "cleanings");
  return existsSync(folder) ? readdirSync(folder) : [];
};
async function expectNothingLeft(): Promise<void> {
  expect(unwrap(await world.at.call("cleanings.list", {})).total).toBe(0);
  expect(cleanings()).toEqual([]);
  expect(world.charges()).toEqual([]);
  expect(world.asked("upload")).toBe(0);
}

describe("the start of a cleaning", () => {
  it("is refused when its list was read again after the price was shown", async () => {
    const { revision } = unwrap(await world.at.call("lists.preflight", { listId: world.listId }));
    unwrap(await read(1));
    const started = await world.at.call("cleanings.start", {
      listId: world.listId,
      accountId: world.accountId,
      options: PAID,
      agreedCredits: ROWS,
      revision,
    });
    expect(started).toMatchObject({ ok: false, problem: { code: "list_changed" } });
    await expectNothingLeft();
  });

  it("is refused when one of its addresses was suppressed in the meantime", async () => {
    meanwhile = async () =>
      unwrap(
        await world.at.call("suppression.add", {
          name: "No more",
          source: { kind: "text", name: "no.txt", text: "person1@a.example\n" },
        }),
      );
    expect(await world.start()).toMatchObject({ ok: false, problem: { code: "price_outdated" } });
    await expectNothingLeft();
  });
});
