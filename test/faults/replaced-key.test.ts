import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNodeFetch, type Fetch } from "../../electron/engine/service/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 60;
const PER_PART = 20;
/** Another key of the first client's account at the service. */
const SECOND_KEY = "second-key-of-the-same-account";

let worlds = 0;
const sandbox = await quickSandbox();
let folder: string;
let at: InProcess;
let accountId: string;
let own: string;
let others: string;
/** The answer to an upload comes no sooner. */
let answerOfUpload: Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-replaced-"));
  worlds++;
  own = `own-${worlds}`;
  others = `others-${worlds}`;
  sandbox.createAccount({ label: own, credits: 25 });
  sandbox.createAccount({ label: others, credits: 1000 });
  const { fetch } = createNodeFetch();
  answerOfUpload = Promise.resolve();
  const withSecondKey: Fetch = async (input, init) => {
    const answer = await fetch(String(input).replace(SECOND_KEY, sandbox.account(own).key), init);
    if (init?.method === "POST") await answerOfUpload;
    return answer;
  };
  at = unwrap(
    await openInProcess(join(folder, "data"), {
      fetch: withSecondKey,
      limits: { bytes: 1e7, addresses: PER_PART },
    }),
  );
  const { baseUrl } = sandbox;
  accountId = unwrap(
    await at.call("accounts.add", { label: "Client", baseUrl, apiKey: sandbox.account(own).key }),
  ).id;
});
afterEach(async () => {
  await at.close();
  sandbox.faults.clear();
  rmSync(folder, { recursive: true, force: true });
});

async function start(rows: number): Promise<string> {
  const path = join(folder, "contacts.csv");
  writeFileSync(path, `Email\n${Array.from({ length: rows }, (_, i) => `p${i}@firm.example`).join("\n")}\n`);
  const wish = { listId: await readList(at, path), accountId, options: PAID, agreedCredits: rows };
  return unwrap(await at.call("cleanings.start", { ...wish, waitForCredits: true })).id;
}

const replace = (apiKey: string) => at.call("accounts.replaceKey", { id: accountId, apiKey });
const heardOf = (label: string) =>
  sandbox.requests.filter((one) => one.account === label).map((one) => one.operation);
const get = async (id: string) => unwrap(await at.call("cleanings.get", { cleaningId: id }));
const isShort = ({ parts }: Cleaning) =>
  parts.some(({ state }) => state === "done") &&
  parts.filter(({ waitingFor }) => waitingFor === "credits").length === 2;

it("a key that knows none of the account's lists is refused, and neither uploaded to nor paid with", async () => {
  const id = await start(ROWS);
  await at.until(id, isShort);
  expect(await replace(sandbox.account(others).key)).toMatchObject({ problem: { code: "key_of_another" } });
  const { baseUrl } = sandbox;
  const address = { id: accountId, baseUrl, apiKey: sandbox.account(others).key };
  expect(await at.call("accounts.changeAddress", address)).toMatchObject({
    problem: { code: "key_of_another" },
  });
  expect(heardOf(others)).toContain("status");
  for (const operation of ["upload", "start", "delete"]) expect(heardOf(others)).not.toContain(operation);
  expect(sandbox.account(others).credits).toBe(1000);

  sandbox.topUp(own, 100);
  unwrap(await at.call("accounts.refresh", { id: accountId }));
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
  expect([...sandbox.charges(own).values()]).toEqual(Array(ROWS).fill(1));
});

it("another key of the same account goes on without a question", async () => {
  const id = await start(ROWS);
  await at.until(id, isShort);
  sandbox.topUp(own, 100);
  unwrap(await replace(SECOND_KEY));
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
});

it("what was not sent when the key was replaced is sent with the new one only after a yes", async () => {
  unwrap(await at.call("app.online", { online: false }));
  const id = await start(3);
  unwrap(await replace(sandbox.account(others).key));
  unwrap(await at.call("app.online", { online: true }));
  const asking = await at.until(id, (one) => one.state === "waiting");
  expect(asking).toMatchObject({ problem: { code: "key_changed" }, asks: { start: { credits: 3 } } });
  expect(heardOf(others)).not.toContain("upload");

  unwrap(await at.act(id, "start"));
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
  expect(sandbox.account(others).credits).toBe(997);
});

it("the same key entered again asks nothing", async () => {
  unwrap(await at.call("app.online", { online: false }));
  const id = await start(3);
  unwrap(await replace(sandbox.account(own).key));
  unwrap(await at.call("app.online", { online: true }));
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
});

it("an upload under way when the key was replaced is cleaned up with the key that sent it", async () => {
  let answer = () => {};
  answerOfUpload = new Promise((resolve) => {
    answer = resolve;
  });
  const id = await start(3);
  await expect.poll(() => heardOf(own)).toContain("upload");
  unwrap(await replace(sandbox.account(others).key));
  expect(await get(id)).toMatchObject({ state: "waiting", problem: { code: "key_changed" } });
  answer();
  await expect.poll(() => heardOf(own)).toContain("delete");
  expect(heardOf(others)).not.toContain("upload");
});

it("lists that are still at the service are not taken for deleted by another account's key", async () => {
  const id = await start(3);
  await at.until(id, isOver);
  expect(await replace(sandbox.account(others).key)).toMatchObject({ problem: { code: "key_of_another" } });
  unwrap(await at.act(id, "delete_at_service"));
  expect(heardOf(own)).toContain("delete");
});
