import { describe, expect, it } from "vitest";
import { withOverride, without } from "../../../../../renderer/views/clean/use-import.ts";

const NO_ROLE = { kind: "role", entry: "info", listed: false } as const;

describe("an override of a reference list's entry", () => {
  it("replaces only an earlier override of the same entry", () => {
    const other = { ...NO_ROLE, kind: "free" } as const;
    const now = withOverride([NO_ROLE, other], { ...NO_ROLE, listed: true });
    expect(now).toEqual([other, { ...NO_ROLE, listed: true }]);
    expect(without(now, NO_ROLE)).toEqual([other]);
  });
});
