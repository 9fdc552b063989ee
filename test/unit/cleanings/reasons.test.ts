import { describe, expect, it } from "vitest";
import { reasonInWords, storedReason } from "../../../electron/engine/cleanings/reasons.ts";
import { problem } from "../../../shared/problems.ts";

describe("a reason in the timeline", () => {
  it.each([
    ["upload.begun", "Uploading the addresses"],
    [{ code: "agreed", credits: 1 }, "You agreed to 1 credit"],
    [
      { code: "out.written", cut: 1 },
      "The cleaned list is written; 1 cell was longer than a workbook allows, and cut",
    ],
    [
      { code: "upload.again", problem: problem("service_broken", { status: 500 }) },
      "The service has a problem; sending it again costs nothing",
    ],
  ] as const)("is stored as a code and put into words when it is read: %j", (reason, words) => {
    const stored = storedReason(reason);
    expect(stored).not.toContain(" ");
    expect(reasonInWords(stored)).toBe(words);
  });
});
