import { describe, expect, it } from "vitest";
import {
  isSameFilter,
  viewsOf,
  withView,
} from "../../../../../../renderer/views/results/views/saved-views.ts";

const view = (listId: string, name: string, search = name) => ({ listId, name, filter: { search } });
const saved = [view("a", "one"), view("b", "one"), view("a", "two"), view("a", "three")];
const names = (views: readonly { name: string }[]) => views.map(({ name }) => name);

describe("saved views", () => {
  it("belong to one list", () => {
    expect(names(viewsOf(saved, "a"))).toEqual(["one", "two", "three"]);
  });

  it("are added at the end, or replace a view of the same name", () => {
    expect(names(viewsOf(withView(saved, view("a", "four")), "a"))).toEqual(["one", "two", "three", "four"]);
    const changed = withView(saved, view("a", "one", "other"));
    expect(viewsOf(changed, "a")[0]).toEqual(view("a", "one", "other"));
    expect(viewsOf(changed, "b")).toEqual([view("b", "one")]);
  });

  it("are compared by their conditions, in any order", () => {
    expect(
      isSameFilter(
        { verdicts: ["unknown", "deliverable"], search: "a" },
        { search: "a", verdicts: ["deliverable", "unknown"] },
      ),
    ).toBe(true);
    expect(isSameFilter({ verdicts: ["unknown"] }, { exclude: { verdicts: ["unknown"] } })).toBe(false);
  });
});
