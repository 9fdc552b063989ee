import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { fastClock } from "../support/fast-clock.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { type NumberedService, numberedService } from "../support/numbered-service.ts";

const KEY = "key-of-one";
const ADDRESSES = Array.from({ length: 40 }, (_, i) => `person${i}@acme.example`);
const HALF = ADDRESSES.length / 2;
const { fetch: real } = createNodeFetch();
let service: NumberedService;
let folder: string;
let at: InProcess;

beforeEach(async () => {
  service = await numberedService();
  service.account(KEY, 1_000);
  folder = mkdtempSync(join(tmpdir(), "winnow-late-booking-"));
  writeFileSync(join(folder, "contacts.csv"), `Email\n${ADDRESSES.join("\n")}\n`);
});
afterEach(async () => {
  await at.close();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a list that is charged for hours after its start, once it is verified, is no reason to ask about the next", async () => {
  const account = () => service.lists(KEY);
  let isVerified = false;
  let looks = 0;
  const fetch: typeof real = async (url, init) => {
    const { pathname, searchParams } = new URL(String(url));
    const request = `${init?.method ?? "GET"} ${pathname}`;
    if (!isVerified && request === "POST /v1/bulk" && account().lists.size > 0)
      return new Response("", { status: 429 });
    const answer = await real(url, init);
    if (request === "GET /v1/info" && account().started.length > 0) looks++;
    if (isVerified || searchParams.get("job_id") !== "1") return answer;
    if (request === "PATCH /v1/bulk") account().credits += HALF;
    if (request !== "GET /v1/bulk") return answer;
    const shown: object = await answer.json();
    const isOver = "status" in shown && shown.status === "completed";
    return Response.json(isOver ? { ...shown, status: "verifying", verified: 1, pending: HALF - 1 } : shown);
  };
  const session = { baseUrl: service.baseUrl, apiKey: KEY };
  const limits = { addresses: HALF };
  at = unwrap(await openInProcess(join(folder, "data"), { session, fetch, limits }));
  const listId = await readList(at, join(folder, "contacts.csv"));
  const [{ id: accountId } = { id: "" }] = unwrap(await at.call("accounts.list", {})).accounts;
  const agreed = { listId, accountId, options: PAID, agreedCredits: ADDRESSES.length };
  const { id } = unwrap(await at.call("cleanings.start", agreed));
  await at.until(id, ({ parts }) => parts[0]?.state === "verifying" && parts[1]?.state === "queued");
  await expect.poll(() => looks).toBeGreaterThan(0);
  await at.close();

  isVerified = true;
  account().credits -= HALF;
  const clock = fastClock(40);
  clock.jump(5 * 3600_000);
  at = unwrap(await openInProcess(join(folder, "data"), { session, fetch, limits, clock }));
  const end = await at.until(id, (now) => isOver(now) || now.waiting?.for === "user");
  expect(end).toMatchObject({ state: "done", spent: ADDRESSES.length });
  expect(account().credits).toBe(1_000 - ADDRESSES.length);
});
