import { describe, expect, it } from "vitest";
import { findByName } from "../../../../renderer/frame/find-by-name.ts";

const find = (names: readonly string[], typed: string) => findByName(names, typed, (name) => name);

describe("what is found by name", () => {
  it("is everything, in its order, while nothing is typed", () => {
    expect(find(["b", "a"], " ")).toEqual(["b", "a"]);
  });

  it("comes by how well it answers: its beginning, a word's, any place, letters in their order", () => {
    const names = ["l-i-s-t", "enlisted", "spring lists.csv", "Lists"];
    expect(find(names, "list")).toEqual(["Lists", "spring lists.csv", "enlisted", "l-i-s-t"]);
  });

  it("takes letters of any script as they are, whatever their case", () => {
    expect(find(["Über uns.csv", "uber.csv"], "über")).toEqual(["Über uns.csv"]);
    expect(find(["客户名单.csv"], "名单")).toEqual(["客户名单.csv"]);
  });
});
