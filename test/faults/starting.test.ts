import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { isOver, PAID, unwrap } from "../support/in-process.ts";
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
  it("is refused when its list is read again while the balance is requested", async () => {
    meanwhile = () => read(1);
    expect(await world.start()).toMatchObject({ ok: false, problem: { code: "list_changed" } });
    await expectNothingLeft();
  });

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

  it("uses the last complete read, and its list cannot be read again afterwards", async () => {
    const before = unwrap(await world.at.call("lists.preflight", { listId: world.listId }));
    const reading = read(1);
    await world.at.call("lists.cancel", { listId: world.listId });
    expect((await reading).ok).toBe(false);
    const after = unwrap(await world.at.call("lists.preflight", { listId: world.listId }));
    expect(after).toMatchObject({ addressColumn: 0, unique: before.unique });
    const { id } = unwrap(await world.start());
    expect(await read(1)).toMatchObject({ ok: false, problem: { code: "list_in_use" } });
    expect(await world.at.until(id, isOver)).toMatchObject({ state: "done", missing: 0 });
    expect(world.charges()).toEqual(Array.from({ length: ROWS }, () => 1));
  });

  it("is refused when its account was removed while the balance was requested", async () => {
    const { key } = sandbox.createAccount({ label: `${world.label}-second`, credits: 100 });
    const added = unwrap(
      await world.at.call("accounts.add", { label: "Second", baseUrl: sandbox.baseUrl, apiKey: key }),
    );
    meanwhile = async () => unwrap(await world.at.call("accounts.remove", { id: added.id }));
    const started = await world.at.call("cleanings.start", {
      listId: world.listId,
      accountId: added.id,
      options: PAID,
      agreedCredits: ROWS,
    });
    expect(started).toMatchObject({ ok: false, problem: { code: "account_unknown" } });
    await expectNothingLeft();
  });
});

describe("a start that fails while its files are written", () => {
  const MANY = `Email,Other\n${Array.from({ length: 100_000 }, (_, i) => `person${i}@a.example,${"x".repeat(40)}${i}`).join("\n")}\n`;

  async function many(): Promise<string> {
    const source = { kind: "text" as const, text: MANY, name: "many" };
    const { listId } = unwrap(await world.at.call("lists.open", { source }));
    unwrap(await world.at.call("lists.read", { listId, options: { column: 0 } }));
    return listId;
  }

  it("leaves none of them when its page was closed", async () => {
    const listId = await many();
    const closed = new AbortController();
    const watched = setInterval(() => cleanings().length > 0 && closed.abort(), 1);
    const begun = await world.at.engine.call(
      "cleanings.start",
      {
        listId,
        accountId: world.accountId,
        options: PAID,
        agreedCredits: 100_000,
      },
      { signal: closed.signal },
    );
    clearInterval(watched);
    expect(begun).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    await expectNothingLeft();
  });

  it("leaves none of them when the thread that writes them failed", async () => {
    const listId = await many();
    // It cannot put its results where a folder stands.
    const watched = setInterval(() => {
      const [id] = cleanings();
      if (id === undefined) return;
      clearInterval(watched);
      mkdirSync(join(world.folder, "data", "cleanings", id, "results.db"));
    }, 1);
    const begun = await world.at.call("cleanings.start", {
      listId,
      accountId: world.accountId,
      options: PAID,
      agreedCredits: 100_000,
    });
    clearInterval(watched);
    expect(begun.ok).toBe(false);
    await expectNothingLeft();
  });
});
