import { describe, expect, it } from "vitest";
import type { ReferenceOverride } from "../../../../../shared/bridge/app.ts";
import { engineCalls } from "../../../../../shared/bridge.ts";
import { unwrap } from "../../../../support/unwrap.ts";
import { createListFixture } from "../../../lists/room.ts";

const LIST =
  "email\ninfo@acme.example\ninfo+x@b.example\nann@outlok.com\nbob@mailinator.com\ncy@gmail.com\ndee@acme.co\n";
const counted = { role: 2, typos: 1, disposable: 1, free: 1 };

describe("an override of the reference lists", () => {
  it.each<[ReferenceOverride, Partial<typeof counted>]>([
    [{ kind: "role", entry: "info", listed: false }, { role: 0 }],
    [{ kind: "disposable", entry: "acme.example", listed: true }, { disposable: 2 }],
    [{ kind: "free", entry: "gmail.com", listed: false }, { free: 0 }],
    [{ kind: "typo", entry: "acme.co", listed: true, meant: "acme.com" }, { typos: 2 }],
  ])(
    "takes effect when the list is read again, until the override is removed: %j",
    async (override, changed) => {
      const { overrides, add, calls, context } = createListFixture();
      const first = await add("a.csv", LIST);
      expect(first).toMatchObject(counted);
      overrides.push(override);
      const again = unwrap(await calls["lists.read"]({ listId: first.listId, options: {} }, context));
      expect(again).toMatchObject({ ...counted, ...changed });
      overrides.pop();
      const back = unwrap(await calls["lists.read"]({ listId: first.listId, options: {} }, context));
      expect(back).toMatchObject(counted);
    },
  );

  it("can be chosen from the flagged entries, most addresses first", async () => {
    const { add, calls, context } = createListFixture();
    const { listId } = await add("a.csv", `${LIST}sales@x.example\n`);
    const flagged = async (kind: "role" | "disposable" | "free") => {
      const answer = unwrap(await calls["lists.flagged"]({ listId, kind, offset: 0, limit: 10 }, context));
      expect(engineCalls["lists.flagged"].output.parse(answer)).toEqual(answer);
      return answer.entries;
    };
    expect(await flagged("role")).toEqual([
      { entry: "info", addresses: 2 },
      { entry: "sales", addresses: 1 },
    ]);
    expect(await flagged("disposable")).toEqual([{ entry: "mailinator.com", addresses: 1 }]);
    expect(await flagged("free")).toEqual([{ entry: "gmail.com", addresses: 1 }]);
    const { lists } = unwrap(await calls["lists.references"]({}, context));
    expect(lists.map(({ kind }) => kind)).toEqual(["role", "disposable", "free", "typo"]);
    for (const { version, entries } of lists) {
      expect(version).toMatch(/^\d+[.-]\d+/);
      expect(entries).toBeGreaterThan(50);
    }
  });
});
