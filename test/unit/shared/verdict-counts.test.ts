import { expect, test } from "vitest";
import { verdictCountsSchema } from "../../../shared/bridge/cleanings.ts";

test("counts that were stored before there was a verdict have none of it", () => {
  expect(verdictCountsSchema.parse({ deliverable: 3, undeliverable: 1, unknown: 0 })).toEqual({
    deliverable: 3,
    accept_all: 0,
    unknown: 0,
    undeliverable: 1,
  });
});
