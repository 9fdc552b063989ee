import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { hasEnded, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

it("the log never contains the key of a stored account, even if an error quotes it", async () => {
  const folder = testFolder();
  const { key } = sandbox.createAccount({ label: "acme", credits: 100 });
  let broken = 0;
  const at = unwrap(
    await openInProcess(join(folder, "data"), {
      probe(point) {
        if (point !== "before:status" || broken++ > 0) return;
        throw new Error(`a library says: refused ${key} and ${encodeURIComponent(key)}`);
      },
    }),
  );
  onTestFinished(() => at.close());
  writeFileSync(join(folder, "list.csv"), "email\nann@acme.example\nbob@acme.example\n");
  const account = unwrap(
    await at.call("accounts.add", { label: "acme", baseUrl: sandbox.baseUrl, apiKey: key }),
  );
  const listId = await readList(at, join(folder, "list.csv"));
  const input = { listId, accountId: account.id, options: PAY_FOR_ALL, agreedCredits: 2 };
  const { id } = unwrap(await at.call("cleanings.start", input));
  expect(await at.until(id, hasEnded)).toMatchObject({ state: "done" });
  expect(broken).toBeGreaterThan(1);
  expect(at.lines.join("\n")).toContain("a library says: refused");
  expect(at.lines.join("\n")).not.toContain(key);
});

it("a field that a call's schema rejects appears in the log but is not shown to the user", async () => {
  const folder = testFolder();
  const at = unwrap(await openInProcess(join(folder, "data"), {}));
  onTestFinished(() => at.close());
  const input = { cleaningId: "c", filter: {}, most: 1.01 };
  const answer = await at.call("forecast.results", input);
  expect(answer).toMatchObject({ ok: false, problem: { code: "call_invalid" } });
  expect(JSON.stringify(answer)).not.toContain("most");
  expect(at.lines.join("\n")).toContain("invalid input of forecast.results: most: Too big");
});
