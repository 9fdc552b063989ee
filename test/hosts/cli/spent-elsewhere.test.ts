import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type NumberedService, numberedService } from "../../support/numbered-service.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const KEY = "key-of-one";
let service: NumberedService;
let folder: string;
beforeEach(async () => {
  service = await numberedService();
  folder = mkdtempSync(join(tmpdir(), "winnow-spent-"));
});
afterEach(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a start that is refused for credits that were spent elsewhere is told with the balance of now", async () => {
  const client = service.account(KEY, 1000);
  const take = client.lists.set.bind(client.lists);
  client.lists.set = (id, list) => {
    client.credits = 1;
    return take(id, list);
  };
  const list = join(folder, "contacts.csv");
  writeFileSync(list, "Email\nann@acme.example\nbob@acme.example\n");
  const env = {
    WINNOW_DATA_DIR: join(folder, "data"),
    WINNOW_BASE_URL: service.baseUrl,
    WINNOW_API_KEY: KEY,
  };
  const ran = await runWinnow(["clean", list, "--out", join(folder, "out.csv"), "--yes"], { env });
  expect(ran.code, ran.stderr).toBe(4);
  const refusal = ran.stderr.slice(ran.stderr.indexOf("Not enough credits"));
  expect(refusal).toContain("Not enough credits");
  expect(refusal).not.toContain("1,000");
  client.credits = 0;
  const again = await runWinnow(["resume"], { env });
  expect(again.code, again.stderr).toBe(4);
  expect(again.stderr).not.toContain("1,000");
  expect(client.started).toEqual([]);
});
