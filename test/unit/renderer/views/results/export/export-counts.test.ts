import { expect, it, vi } from "vitest";
import { useExportCount } from "../../../../../../renderer/views/results/export/useExport.ts";
import { problem } from "../../../../../../shared/problems.ts";

/** What the reading keeps of an earlier answer to the same question after an error. */
const failed = { value: { rows: 9 }, problem: problem("internal"), reload: () => {} };
vi.mock("../../../../../../renderer/stores/reading.ts", () => ({ useCall: () => failed }));

it("shows no row count of before once counting has failed", () => {
  expect(useExportCount("c1", {})).toMatchObject({ account: null, problem: failed.problem });
});
