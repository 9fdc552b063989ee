import { describe, expect, it } from "vitest";
import { createCliWorlds } from "../../support/cli-world.ts";

const ADDRESSES = 40;
const PARTS = 4;
/** The surplus that the service counts in each part. */
const MORE = 100;
const PRICE = (ADDRESSES + PARTS * MORE).toLocaleString("en-US");

const { sandbox, world } = await createCliWorlds("resume");

describe("a cleaning whose price rose", () => {
  it("is resumed only after consent to the printed price, within --max-credits", async () => {
    const at = world({ credits: 10_000, env: { WINNOW_LIMIT_ADDRESSES: String(ADDRESSES / PARTS) } });
    const file = at.list(
      "contacts.csv",
      Array.from({ length: ADDRESSES }, (_, i) => `p${i}@example.com`),
    );
    sandbox.faults.add({ name: "wrong-total", operation: "status", account: at.label, value: MORE });
    const cleaned = await at.run("clean", file, "--out", at.out, "--yes", "--max-credits", "50");
    expect(cleaned.code, cleaned.stderr).toBe(4);
    // Running `clean` again would start a second cleaning.
    expect(cleaned.stderr).toContain("Agree to it with `winnow resume --yes`");
    expect(cleaned.stderr).not.toContain("Run the command again");

    const asked = await at.expectFailure(4, `approval of ${PRICE} credits for ${PARTS} parts`, "resume");
    expect(asked.stderr).toContain("winnow resume --yes");

    await at.expectFailure(
      4,
      `It needs ${PRICE} credits and the limit is 439`,
      "resume",
      "--yes",
      "--max-credits",
      "439",
    );
    expect(at.requestCount("start")).toBe(0);

    const agreed = await at.runOk("resume", "--yes", "--max-credits", "440");
    expect(agreed.stderr).toContain(`approval of ${PRICE} credits`);
    expect(at.requestCount("start")).toBe(PARTS);
  });
});
