import { describe, expect, it } from "vitest";
import { comparedAnalysis } from "../../../../../renderer/views/clean/analysis.ts";
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

describe("the service's analysis", () => {
  it("stands beside the estimate, where there is one", () => {
    const analysis = { common_isp: 5, role_based: 1, disposable: 2, spamtrap: 3, syntax_error: 4 };
    const lines = comparedAnalysis(analysis, { free: 6, role: 1, disposable: 0 });
    expect(lines.map(({ here, there }) => [here, there])).toEqual([
      [6, 5],
      [1, 1],
      [0, 2],
      [null, 3],
      [0, 4],
    ]);
  });
});
