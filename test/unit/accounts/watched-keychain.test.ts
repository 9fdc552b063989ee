import { beforeEach, expect, test } from "vitest";
import { createKeychain, type Keychain, watchKeychain } from "../../../electron/engine/accounts/index.ts";
import { manualClock } from "../service/manual-clock.ts";

let clock: ReturnType<typeof manualClock>;
let reports: boolean[];
let pendingRequests: { answer: (key: string | null) => void; fail: (why: string) => void }[];
let keychain: Keychain;

beforeEach(() => {
  clock = manualClock();
  reports = [];
  pendingRequests = [];
  const ask = () =>
    new Promise<string | null>((resolve, reject) => {
      pendingRequests.push({ answer: resolve, fail: (why) => reject(new Error(why)) });
    });
  const system = createKeychain(async () => ({ getPassword: ask, setPassword: ask, deletePassword: ask }));
  keychain = watchKeychain(system, { clock, tell: (waiting) => reports.push(waiting) });
});

test("a slow keychain is reported after two seconds, repeatedly while it stays slow, and once it responds", async () => {
  const read = keychain.read("a");
  await expect.poll(() => pendingRequests.length).toBe(1);
  expect(reports).toEqual([]);
  await clock.advance(2_000);
  expect(reports).toEqual([true]);
  await clock.advance(10_000);
  expect(reports).toEqual([true, true, true]);
  pendingRequests[0]?.answer("key");
  expect(await read).toEqual({ kind: "key", key: "key" });
  expect(reports.at(-1)).toBe(false);
});

test("a keychain that does not respond gets one request, and all others fail for half a minute", async () => {
  const answers = Promise.all([keychain.read("a"), keychain.probe(), keychain.save("b", "key")]);
  await expect.poll(() => pendingRequests.length).toBe(1);
  pendingRequests[0]?.fail("Timeout was reached");
  const failed = { kind: "failed", state: "no_answer" };
  expect(await answers).toMatchObject([failed, { state: "no_answer" }, failed]);
  expect(await keychain.remove("a")).toMatchObject(failed);
  expect(pendingRequests).toHaveLength(1);

  await clock.advance(30_000);
  const read = keychain.read("a");
  await expect.poll(() => pendingRequests.length).toBe(2);
  pendingRequests[1]?.answer("key");
  expect(await read).toEqual({ kind: "key", key: "key" });
});
