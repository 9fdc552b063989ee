import { afterEach, beforeEach, expect, test } from "vitest";
import type { Accounts } from "../../../electron/engine/accounts/index.ts";
import { GOOD, setUp, unwrap } from "./set-up.ts";

/** A service that knows jobs by their path alone, `/v1/bulk/{id}`: the account remembers it. */

let at: Awaited<ReturnType<typeof setUp>>;
let form: "path" | "query";
beforeEach(async () => {
  at = await setUp();
  form = "path";
  at.service.answer(({ url }) => {
    if (url.pathname.endsWith("/v1/info")) {
      return { body: { success: true, credits_info: { credits_remaining: 100 } } };
    }
    const named = url.searchParams.has("job_id") ? "query" : "path";
    return named === form ? { body: { status: "ready" } } : { status: 404, body: "Cannot GET /v1/bulk" };
  });
});
afterEach(() => at.tearDown());

/** The paths of what one question about a job's status asks. */
async function askStatus(accounts: Accounts, id: string): Promise<string[]> {
  at.service.asked.length = 0;
  const answer = await unwrap(await accounts.client(id)).status("job-1");
  expect(answer).toMatchObject({ ok: true, value: { status: "ready" } });
  return at.service.asked.map(({ url }) => url.pathname);
}

const add = async (accounts: Accounts) =>
  unwrap(await accounts.add({ label: "Acme", baseUrl: null, apiKey: GOOD })).id;
const BOTH_ASKED = ["/v1/bulk", "/v1/bulk/job-1"];

test("is asked in both forms once, and in its own from then on, in the next run too", async () => {
  const accounts = at.open();
  const id = await add(accounts);
  expect(await askStatus(accounts, id)).toEqual(BOTH_ASKED);
  expect(await askStatus(accounts, id)).toEqual(["/v1/bulk/job-1"]);
  await at.closeAll();
  expect(await askStatus(at.open(), id)).toEqual(["/v1/bulk/job-1"]);
});

test("is followed when it changes, and remembered so", async () => {
  const accounts = at.open();
  const id = await add(accounts);
  await askStatus(accounts, id);
  form = "query";
  expect(await askStatus(accounts, id)).toEqual(["/v1/bulk/job-1", "/v1/bulk"]);
  await at.closeAll();
  expect(await askStatus(at.open(), id)).toEqual(["/v1/bulk"]);
});
