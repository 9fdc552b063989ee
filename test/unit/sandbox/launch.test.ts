import { beforeEach, expect, test } from "vitest";
import type { SandboxLauncher } from "../../../electron/engine/accounts/types.ts";
import { createSandbox, DEMO_ACCOUNTS, launchSandbox } from "../../../electron/sandbox/index.ts";
import { testFolder } from "../../support/folders.ts";

let folder: string;
beforeEach(async () => {
  folder = testFolder();
});

test("the sandbox runs in a separate thread, and keeps its state when it is launched again", async () => {
  const launch: SandboxLauncher = () => launchSandbox({ stateDir: folder, speed: Number.POSITIVE_INFINITY });
  const first = await launch();
  const check = await fetch(
    `${first.baseUrl}/v1/verify?apikey=${first.apiKey}&email=deliverable@corp.example`,
  );
  expect(check.status).toBe(200);
  await first.close();
  await expect(fetch(first.baseUrl)).rejects.toThrow();

  const second = await launch();
  expect(second.apiKey).not.toBe(first.apiKey);
  expect((await fetch(`${second.baseUrl}/v1/info?apikey=${first.apiKey}`)).status).toBe(401);
  const balance = await fetch(`${second.baseUrl}/v1/info?apikey=${second.apiKey}`);
  expect(await balance.json()).toEqual({ success: true, credits_info: { credits_remaining: 999_999 } });
  await second.close();
});

test("the sandbox accepts no key from the source code, not even with the state of an older Winnow", async () => {
  await (await createSandbox({ stateDir: folder })).close();
  const sandbox = await launchSandbox({ stateDir: folder, speed: Number.POSITIVE_INFINITY });
  for (const { key } of DEMO_ACCOUNTS)
    expect((await fetch(`${sandbox.baseUrl}/v1/info?apikey=${key}`)).status).toBe(401);
  const own = await fetch(`${sandbox.baseUrl}/v1/info?apikey=${sandbox.apiKey}`);
  expect(await own.json()).toEqual({ success: true, credits_info: { credits_remaining: 1_000_000 } });
  await sandbox.close();
});
