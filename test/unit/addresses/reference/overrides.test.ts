import { describe, expect, it } from "vitest";
import { suggestAddress } from "../../../../electron/engine/addresses/reference/suggestion.ts";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import { engineCalls } from "../../../../shared/bridge.ts";
import { listRoom, value } from "../../lists/room.ts";

const LIST =
  "email\ninfo@acme.example\ninfo+x@b.example\nann@outlok.com\nbob@mailinator.com\ncy@gmail.com\ndee@acme.co\n";
const counted = { role: 2, typos: 1, disposable: 1, free: 1 };

describe("the user's own word on the reference lists", () => {
  it.each<[ReferenceOverride, Partial<typeof counted>]>([
    [{ kind: "role", entry: "info", listed: false }, { role: 0 }],
    [{ kind: "role", entry: "ann", listed: true }, { role: 3 }],
    [{ kind: "disposable", entry: "mailinator.com", listed: false }, { disposable: 0 }],
    [{ kind: "disposable", entry: "acme.example", listed: true }, { disposable: 2 }],
    [{ kind: "free", entry: "gmail.com", listed: false }, { free: 0 }],
    [{ kind: "free", entry: "b.example", listed: true }, { free: 2 }],
    [{ kind: "typo", entry: "outlok.com", listed: false }, { typos: 0 }],
    [{ kind: "typo", entry: "acme.co", listed: true, meant: "acme.com" }, { typos: 2 }],
    [{ kind: "typo", entry: "nobody.example", listed: false }, {}],
  ])("%j counts, and taking it back counts again", async (override, changed) => {
    const { overrides, add, calls, context } = listRoom();
    const first = await add("a.csv", LIST);
    expect(first).toMatchObject(counted);
    overrides.push(override);
    const again = value(await calls["lists.read"]({ listId: first.listId, options: {} }, context));
    expect(again).toMatchObject({ ...counted, ...changed });
    overrides.pop();
    const back = value(await calls["lists.read"]({ listId: first.listId, options: {} }, context));
    expect(back).toMatchObject(counted);
  });

  it("suggests what the user says is meant", async () => {
    const { overrides, add, calls, context } = listRoom();
    overrides.push({ kind: "typo", entry: "acme.co", listed: true, meant: "acme.com" });
    const { listId } = await add("a.csv", LIST);
    const { typos } = value(
      await calls["lists.typos"]({ listId, of: "both", offset: 0, limit: 10 }, context),
    );
    expect(typos.map(({ suggestion }) => suggestion)).toEqual(["ann@outlook.com", "dee@acme.com"]);
    expect(suggestAddress("Dee@acme.co", overrides)).toBe("Dee@acme.com");
    expect(
      suggestAddress("ann@outlok.com", [{ kind: "typo", entry: "outlok.com", listed: false }]),
    ).toBeNull();
  });

  it.each(["foo bar", "acme..com", "a@b.example", "@acme.com", "-.-", `${"x".repeat(250)}.com`])(
    "suggests nobody's address where %j is said to be meant",
    async (meant) => {
      const { overrides, add, calls, context } = listRoom();
      overrides.push({ kind: "typo", entry: "acme.co", listed: true, meant });
      const { listId } = await add("a.csv", LIST);
      const wish = { listId, addresses: ["dee@acme.co"], accept: true };
      value(await calls["lists.acceptTypos"](wish, context));
      const page = { listId, of: "both" as const, offset: 0, limit: 10 };
      const { typos } = value(await calls["lists.typos"](page, context));
      expect(typos.map(({ suggestion }) => suggestion)).toEqual(["ann@outlook.com"]);
      expect(value(await calls["lists.preflight"]({ listId }, context))).toMatchObject({ corrected: 0 });
      expect(suggestAddress("Dee@acme.co", overrides)).toBeNull();
    },
  );

  it("leaves a list that is being cleaned as it was judged", async () => {
    const { overrides, add, calls, context, journal } = listRoom();
    const { listId } = await add("a.csv", LIST);
    journal.db
      .prepare(
        `INSERT INTO cleanings (id, name, list_id, account_id, scope, options, price, unique_addresses, agreed_credits, state, created_at)
         VALUES ('c', 'c', ?, 'a', 's', '{}', '{}', 1, 1, 'done', 1)`,
      )
      .run(listId);
    overrides.push({ kind: "role", entry: "info", listed: false });
    expect(value(await calls["lists.read"]({ listId, options: {} }, context))).toMatchObject(counted);
  });

  it("can start from what was flagged, most addresses first", async () => {
    const { add, calls, context } = listRoom();
    const { listId } = await add("a.csv", `${LIST}sales@x.example\n`);
    const flagged = async (kind: "role" | "disposable" | "free") => {
      const answer = value(await calls["lists.flagged"]({ listId, kind, offset: 0, limit: 10 }, context));
      expect(engineCalls["lists.flagged"].output.parse(answer)).toEqual(answer);
      return answer.entries;
    };
    expect(await flagged("role")).toEqual([
      { entry: "info", addresses: 2 },
      { entry: "sales", addresses: 1 },
    ]);
    expect(await flagged("disposable")).toEqual([{ entry: "mailinator.com", addresses: 1 }]);
    expect(await flagged("free")).toEqual([{ entry: "gmail.com", addresses: 1 }]);
    const { lists } = value(await calls["lists.references"]({}, context));
    expect(lists.map(({ kind }) => kind)).toEqual(["role", "disposable", "free", "typo"]);
    for (const { version, entries } of lists) {
      expect(version).toMatch(/^\d+[.-]\d+/);
      expect(entries).toBeGreaterThan(50);
    }
  });
});
