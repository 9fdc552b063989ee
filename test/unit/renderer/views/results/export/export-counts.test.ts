import { expect, it, vi } from "vitest";
import { useExportCount } from "../../../../../../renderer/views/results/export/useExport.ts";
import { problem } from "../../../../../../shared/problems.ts";

/** The state of `useCall` after an error: it keeps the previous value. */
const failed = { value: { rows: 9 }, problem: problem("internal"), reload: () => {} };
vi.mock("../../../../../../renderer/stores/query.ts", () => ({ useCall: () => failed }));

it("an export shows no stale row count after counting failed", () => {
  expect(useExportCount("c1", {})).toMatchObject({ account: null, problem: failed.problem });
});
