import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { type NumberedService, numberedService, resultLine } from "../support/numbered-service.ts";

const ROWS = 400;
let service: NumberedService;
let folder: string;
let at: InProcess;
let id: string;
/** While it is set, a download stays on its way. */
let held: Promise<void> | null = null;
let arrived = () => {};

beforeEach(async () => {
  service = await numberedService();
  service.account("k", 1e6);
  folder = mkdtempSync(join(tmpdir(), "winnow-erased-"));
  const { fetch: real } = createNodeFetch();
  const fetch: typeof real = async (url, init) => {
    if (held !== null && String(url).includes("download")) {
      arrived();
      // As the network does: what is cut off ends at once.
      await Promise.race([
        held,
        new Promise((_, reject) =>
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        ),
      ]);
    }
    return real(url, init);
  };
  at = unwrap(await openInProcess(join(folder, "data"), { fetch }));
  const account = await at.call("accounts.add", { label: "A", baseUrl: service.baseUrl, apiKey: "k" });
  const path = join(folder, "list.csv");
  writeFileSync(path, `Email\n${Array.from({ length: ROWS }, (_, i) => `p${i}@needle.example\n`).join("")}`);
  let isWhole = false;
  service.results = ({ addresses }) =>
    addresses.flatMap((address, i) =>
      !isWhole && i % 2 === 1 ? [] : [resultLine(address, "undeliverable")],
    );
  const listId = await readList(at, path);
  const accountId = unwrap(account).id;
  const started = await at.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: ROWS });
  id = unwrap(started).id;
  await at.until(id, isOver);
  isWhole = true;
});
afterEach(async () => {
  held = null;
  await at.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const known = async () =>
  unwrap(await at.call("results.history", { search: "needle.example", limit: 5 })).addresses;
const own = () => existsSync(join(folder, "data/cleanings", id));

it("a fetch that is under way is aborted when its list is erased", async () => {
  held = new Promise<void>(() => {});
  const isHere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const again = at.act(id, "fetch_again");
  await isHere;
  unwrap(await at.act(id, "delete_here"));
  unwrap(await at.call("cleanings.erase", { cleaningId: id }));
  expect(await again).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  expect(own()).toBe(false);
  expect(await known()).toEqual([]);
});
