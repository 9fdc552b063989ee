import { beforeEach, describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { hasEnded, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 10;
/** Retry-After of the refusal, in seconds: most of an hour. */
const SECONDS = 3_000;
const sandbox = await quickSandbox();
let world: OneList;
let refused: { method: string; path: string; status: number } | null = null;
let refusals = 0;

beforeEach(async () => {
  refused = null;
  refusals = 0;
  const { fetch } = createNodeFetch();
  world = await setUpOneList(
    sandbox,
    { rows: ROWS },
    {
      async fetch(input, init) {
        const { method, path, status } = refused ?? {};
        if (init?.method !== method || !String(input).includes(String(path))) return fetch(input, init);
        refused = null;
        refusals++;
        return new Response(JSON.stringify({ result: "Too many requests", success: false }), {
          status,
          headers: { "content-type": "application/json", "retry-after": String(SECONDS) },
        });
      },
    },
  );
});

describe.each([
  ["upload", "POST", "/v1/bulk"],
  ["status", "GET", "/v1/bulk"],
  ["start", "PATCH", "/v1/bulk"],
  ["download", "POST", "/v1/download"],
])("a refused %s request with a long Retry-After", (_what, method, path) => {
  it.each([503, 429])("(%i) shows at once until when it waits, and can be skipped", async (status) => {
    refused = { method, path, status };
    const { id } = unwrap(await world.start());
    const waits = await world.at.until(id, ({ state }) => state === "waiting");
    const left = (waits.waiting?.until ?? 0) - world.at.clock.now();
    expect(waits).toMatchObject({
      waiting: { for: "service" },
      problem: { code: status === 429 ? "rate_limited" : "service_broken" },
    });
    expect(left).toBeGreaterThan((SECONDS * 1000) / 2);
    expect(left).toBeLessThan(SECONDS * 1000 * 1.2);
    expect(waits.actions).toContain("retry");
    expect(refusals).toBe(1);

    unwrap(await world.at.act(id, "retry"));
    expect((await world.at.until(id, hasEnded)).state).toBe("done");
    expect(world.charges()).toEqual(Array(ROWS).fill(1));
  });
});
