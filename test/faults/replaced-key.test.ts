import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createNodeFetch, type Fetch } from "../../electron/engine/service/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { testFolder } from "../support/folders.ts";
import {
  hasEnded,
  type InProcess,
  openInProcess,
  PAY_FOR_ALL,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ROWS = 60;
const PER_PART = 20;
const SECOND_KEY = "second-key-of-the-same-account";

let worlds = 0;
const sandbox = await quickSandbox();
let folder: string;
let at: InProcess;
let accountId: string;
let own: string;

beforeEach(async () => {
  folder = testFolder();
  worlds++;
  own = `own-${worlds}`;
  sandbox.createAccount({ label: own, credits: 25 });
  const { fetch } = createNodeFetch();
  const withSecondKey: Fetch = (input, init) =>
    fetch(String(input).replace(SECOND_KEY, sandbox.account(own).key), init);
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
afterEach(() => at.close());

async function start(rows: number): Promise<string> {
  const path = join(folder, "contacts.csv");
  writeFileSync(path, `Email\n${Array.from({ length: rows }, (_, i) => `p${i}@firm.example`).join("\n")}\n`);
  const wish = { listId: await readList(at, path), accountId, options: PAY_FOR_ALL, agreedCredits: rows };
  return unwrap(await at.call("cleanings.start", { ...wish, waitForCredits: true })).id;
}

const replace = (apiKey: string) => at.call("accounts.replaceKey", { id: accountId, apiKey });
const isShort = ({ parts }: Cleaning) =>
  parts.some(({ state }) => state === "done") &&
  parts.filter(({ waitingFor }) => waitingFor === "credits").length === 2;

it("a cleaning continues without a question after the key is replaced by another of the same account", async () => {
  const id = await start(ROWS);
  await at.until(id, isShort);
  sandbox.topUp(own, 100);
  unwrap(await replace(SECOND_KEY));
  expect(await at.until(id, hasEnded)).toMatchObject({ state: "done" });
});
