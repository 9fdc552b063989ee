import { describe, expect, it } from "vitest";
import { firstColumns } from "../../../../../../renderer/views/results/table/columns.ts";
import { headerStep } from "../../../../../../renderer/views/results/table/header-keys.ts";
import { nextSort } from "../../../../../../renderer/views/results/table/sorting.ts";
import { LIST_ORDER } from "../../../../../../renderer/views/results/view-state.ts";

const added = { verdict: "Verdict", reason: "Reason", flags: "Flags", verified_at: "Verified" };
/** Address, verdict, reason, city, zip, flags, verified. */
const columns = firstColumns(["email", "city", "zip"], [["a@b.example", "Ulm", "4"]], added, 0);
const LAST = columns.length - 1;

const step = (key: string, index: number, held: object = {}) =>
  headerStep({ key, altKey: false, ctrlKey: false, metaKey: false, ...held }, index, LAST);

describe("a key in the header", () => {
  it("goes along it, and no further than it goes", () => {
    expect(step("ArrowLeft", 0)).toEqual({ kind: "go", index: -1 });
    expect(step("ArrowLeft", -1)).toEqual({ kind: "go", index: -1 });
    expect(step("ArrowRight", LAST - 1)).toEqual({ kind: "go", index: LAST });
    expect(step("ArrowRight", LAST)).toEqual({ kind: "go", index: LAST });
    expect(step("ArrowUp", 2)).toEqual({ kind: "go", index: 2 });
    expect(step("Home", 2)).toEqual({ kind: "go", index: -1 });
    expect(step("End", 2)).toEqual({ kind: "go", index: LAST });
  });

  it("acts, opens the menu or leaves; every other one is the row's", () => {
    expect(step("Enter", 2)).toEqual({ kind: "act" });
    expect(step(" ", 2)).toEqual({ kind: "act" });
    expect(step("ArrowDown", 2, { altKey: true })).toEqual({ kind: "menu" });
    expect(step("ArrowDown", 2)).toEqual({ kind: "leave" });
    expect(step("Escape", 2)).toEqual({ kind: "leave" });
    for (const key of ["j", "k", "x", "PageDown", "Tab"]) expect(step(key, 2), key).toBeNull();
    expect(step("Home", 2, { ctrlKey: true })).toBeNull();
    expect(step("ArrowLeft", 2, { metaKey: true })).toBeNull();
  });
});

describe("a click on a header", () => {
  it("sorts up, then down, then as the list stands, as numbers where it holds numbers", () => {
    const [, , reason, city, zip] = columns;
    if (!reason || !city || !zip) throw new Error("the columns are others");
    const up = nextSort(zip, LIST_ORDER);
    expect(up).toEqual({ by: { kind: "column", column: 2, numeric: true }, descending: false });
    const down = nextSort(zip, up ?? LIST_ORDER);
    expect(down).toEqual({ by: { kind: "column", column: 2, numeric: true }, descending: true });
    expect(nextSort(zip, down ?? LIST_ORDER)).toEqual(LIST_ORDER);
    expect(nextSort(city, down ?? LIST_ORDER)).toMatchObject({ descending: false, by: { numeric: false } });
    expect(nextSort(reason, LIST_ORDER)).toBeNull();
  });
});
