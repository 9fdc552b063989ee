import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { numberedService, resultLine } from "../../support/numbered-service.ts";
import { runWinnow } from "../../support/run-winnow.ts";

it("winnow resume fetches missing results of a finished cleaning for nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "winnow-again-"));
  const service = await numberedService();
  try {
    const client = service.account("the-only-key", 100);
    const env = {
      WINNOW_DATA_DIR: join(folder, "data"),
      WINNOW_BASE_URL: service.baseUrl,
      WINNOW_API_KEY: "the-only-key",
    };
    const file = join(folder, "contacts.csv");
    writeFileSync(file, "Email\nann@a.example\nbob@a.example\ncat@a.example\n");
    // As many rows as it counts, so that it is believed soon.
    service.results = ({ addresses }) => [
      ...addresses.slice(1).map((address) => resultLine(address)),
      resultLine("stranger@else.example"),
    ];
    const cleaned = await runWinnow(["clean", file, "--out", join(folder, "clean.csv"), "--yes"], { env });
    expect(cleaned.stderr + cleaned.stdout).toContain("1 address did not come back");

    const still = await runWinnow(["resume"], { env });
    expect(still.stderr).toContain("1 address still did not come back");
    service.results = ({ addresses }) => addresses.map((address) => resultLine(address));
    const resumed = await runWinnow(["resume"], { env });
    expect([resumed.code, resumed.stderr]).toEqual([
      0,
      expect.stringContaining("results of 1 address more are here, none is missing now"),
    ]);
    expect((await runWinnow(["resume"], { env })).stderr).toContain("Nothing to resume");
    expect(client.credits).toBe(97);
  } finally {
    service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
