import { describe, expect, it } from "vitest";
import { withOverride, without } from "../../../../../renderer/views/clean/useOverrides.ts";

const NO_ROLE = { kind: "role", entry: "info", listed: false } as const;

describe("the user's word on an entry", () => {
  it("takes the place of an earlier one, and of no other", () => {
    const other = { ...NO_ROLE, kind: "free" } as const;
    const now = withOverride([NO_ROLE, other], { ...NO_ROLE, listed: true });
    expect(now).toEqual([other, { ...NO_ROLE, listed: true }]);
    expect(without(now, NO_ROLE)).toEqual([other]);
  });
});
