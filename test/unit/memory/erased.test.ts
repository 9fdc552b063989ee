import { describe, expect, it } from "vitest";
import { PAY_FOR_ALL, unwrap } from "../../support/in-process.ts";
import { accountId, at, read } from "./engine.ts";

const LIST =
  "Email\nann@deliverable.example\neve@deliverable.example\nann@deliverable.example; zoe@deliverable.example\n";

/** Cleans a list with ann, whom the tests erase first. */
async function clean(options: Partial<typeof PAY_FOR_ALL> = {}) {
  const listId = await read(LIST);
  const wish = { listId, accountId, options: { ...PAY_FOR_ALL, ...options } };
  const price = unwrap(await at.call("cleanings.price", wish));
  const { id } = unwrap(await at.call("cleanings.start", { ...wish, agreedCredits: price.credits }));
  await at.until(id, (one) => one.state === "done");
  return { id, price };
}

describe("a person who was erased", () => {
  it("is left out even if suppressed people are not", async () => {
    unwrap(await at.call("memory.erase", { entries: ["ann@deliverable.example"] }));
    const { id, price } = await clean({ suppress: false });
    expect(price).toMatchObject({ suppressed: 0, erased: 1, credits: 1 });
    const count = async (filter: object) =>
      unwrap(await at.call("exports.count", { cleaningId: id, filter }));
    // The third cell names her, too.
    expect(await count({ leaveOutSuppressed: false })).toMatchObject({ rows: 1, leftOut: { erased: 2 } });
    expect(await count({ segments: ["do_not_send"] })).toMatchObject({ rows: 0, leftOut: { erased: 2 } });
    expect(await count({ selected: { rows: [0, 1, 2], except: [] } })).toMatchObject({ rows: 1 });
  });

  it("is verified and written again once let back in", async () => {
    unwrap(await at.call("memory.erase", { entries: ["ann@deliverable.example"] }));
    const { id } = await clean();
    const address = "ann@deliverable.example";
    const known = async () => unwrap(await at.call("memory.facts", { address })).leftOut;
    const rows = async () =>
      unwrap(await at.call("exports.count", { cleaningId: id, filter: { leaveOutSuppressed: true } })).rows;
    expect([await known(), await rows()]).toEqual(["erased", 1]);
    unwrap(await at.call("memory.allowErased", { entries: ["Ann@Deliverable.example"] }));
    expect([await known(), await rows()]).toEqual([null, 3]);
    expect((await clean()).price.erased).toBeUndefined();
    expect(await at.call("memory.allowErased", { entries: [address] })).toMatchObject({
      problem: { code: "erase_not_erased" },
    });
  });
});
