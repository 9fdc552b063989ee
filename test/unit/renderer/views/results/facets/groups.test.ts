import { describe, expect, it } from "vitest";
import { asksOf, groupsOf, openAtFirst } from "../../../../../../renderer/views/results/facets/groups.ts";

const groups = groupsOf(["id", "email", "city"], 1);
const asked = (open: readonly string[], rows: number) =>
  asksOf(groups, new Set(open), { domain: "gm" }, rows).map(({ id, ask }) => [
    "top" in ask ? ask.top : null,
    id,
  ]);

describe("the facet groups", () => {
  it("are the built-in groups, then the list's own columns except the address column", () => {
    expect(groups.map(({ key }) => key)).toEqual([
      ...["verdict", "flag", "reason", "provider", "domain", "c0", "c2"],
    ]);
  });

  it("are open when one of their values is chosen or excluded", () => {
    expect([...openAtFirst(groups, {})]).toEqual(["verdict", "flag"]);
    const filter = { exclude: { domains: ["a.example"] }, cells: [{ column: 2, values: ["Oslo"] }] };
    expect([...openAtFirst(groups, filter)]).toEqual(["verdict", "flag", "domain", "c2"]);
  });

  it("while closed, load only the number of values, and not even that for own columns of a long list", () => {
    const everywhere = [
      [null, "verdict"],
      [null, "flag"],
      [null, "typo"],
      [null, "reason"],
      [null, "provider"],
    ];
    expect(asked([], 500_000)).toEqual([...everywhere, [0, "domain"]]);
    expect(asked(["domain", "c2"], 500_000)).toEqual([...everywhere, [20, "domain"], [20, "c2"]]);
    expect(asked([], 1000)).toEqual([...everywhere, [0, "domain"], [0, "c0"], [0, "c2"]]);
  });
});
