import type { Page } from "@playwright/test";
import type { SandboxOptions } from "../../electron/sandbox/index.ts";
import { createFaultySandbox, type FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { callEngine } from "./prepared.ts";
import { test as base, expect } from "./winnow.ts";

/** The account's key, which must only be found in the service and the keychain. */
export const KEY = "canary-5d1f0c77a9b24e-e2e";
const ACCOUNT = "Acme";

interface Fixtures {
  serviceOptions: SandboxOptions;
  /** The service: a sandbox over HTTP in this process, separate from Winnow's own. */
  service: FaultySandbox;
  connected: Page;
}

export async function fillConnect(page: Page, baseUrl: string, key: string): Promise<void> {
  await page.getByLabel("Name of the account").fill(ACCOUNT);
  await page.getByRole("textbox", { name: "API key" }).fill(key);
  await page.getByLabel("Service address", { exact: true }).fill(baseUrl);
  await page.getByRole("button", { name: "Connect account" }).click();
}

/** The browser test with an account at a service whose faults and credits the test controls. */
export const test = base.extend<Fixtures>({
  hostOptions: { args: [] },
  serviceOptions: [{ speed: 1_000_000 }, { option: true }],
  service: async ({ serviceOptions }, use) => {
    const service = await createFaultySandbox({
      accounts: [{ label: "acme", key: KEY, credits: 10_000 }],
      ...serviceOptions,
    });
    await use(service);
    await service.close();
  },
  connected: async ({ winnow, service }, use) => {
    await expect(winnow.getByRole("button", { name: "Connect account" })).toBeVisible();
    await callEngine(winnow, "accounts.add", { label: ACCOUNT, baseUrl: service.baseUrl, apiKey: KEY });
    await expect(winnow.getByRole("button", { name: `Account: ${ACCOUNT}` })).toBeVisible();
    await use(winnow);
  },
});

export { expect };
