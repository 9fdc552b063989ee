import { expect, test } from "vitest";
import { presentVerdict } from "../../../shared/present-verdict.ts";

const verified = { at: 200, verdict: "deliverable" as const, sandbox: false };
const pending = { at: 300, verdict: null, sandbox: false };
const simulated = { at: 400, verdict: "unknown" as const, sandbox: true };

test("the first verdict counts, one of the sandbox only without another", () => {
  expect(presentVerdict([simulated, pending, verified], null)).toMatchObject({
    verdict: "deliverable",
    by: verified,
  });
  expect(presentVerdict([simulated], null)).toMatchObject({ verdict: "unknown", by: simulated });
  expect(presentVerdict([pending], null)).toBeNull();
});

test("a bounce counts if it is newer than the verdict by a service", () => {
  const bounced = { verdict: "undeliverable", at: 201, by: null };
  expect(presentVerdict([simulated, verified], 201)).toEqual(bounced);
  expect(presentVerdict([], 201)).toEqual(bounced);
  expect(presentVerdict([verified], 200)).toMatchObject({ verdict: "deliverable" });
});
