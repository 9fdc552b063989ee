import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Cleaning, CleaningOptions, OutputFile } from "../../shared/bridge/cleanings.ts";
import type { Result } from "../../shared/result.ts";
import type { FaultySandbox } from "./faulty-sandbox/index.ts";
import { fullOutput, type InProcess, openInProcess, PAY_FOR_ALL, readList, unwrap } from "./in-process.ts";

/** A list with an account in the sandbox, and an engine that can be closed and reopened. */
export interface OneList {
  readonly folder: string;
  readonly out: string;
  readonly label: string;
  at: InProcess;
  listId: string;
  accountId: string;
  reopen(options?: Partial<EngineOptions>): Promise<void>;
  start(more?: {
    out?: Partial<OutputFile>;
    options?: CleaningOptions;
    waitForCredits?: boolean;
    credits?: number;
  }): Promise<Result<Cleaning>>;
  get(cleaningId: string): Promise<Cleaning>;
  /** Counts the account's requests for an operation, by the sandbox's records. */
  requestCount(operation: string): number;
  /** Returns the credits charged for each address, by the sandbox's records. */
  charges(): number[];
  remove(): Promise<void>;
}

let worlds = 0;

/** Opens Winnow with a list of `rows` addresses (or `text`), cleaned in parts of `perPart`. */
export async function openOneList(
  sandbox: FaultySandbox,
  list: { rows: number; text?: string; perPart?: number; credits?: number },
  options: Partial<EngineOptions> = {},
): Promise<OneList> {
  const folder = mkdtempSync(join(tmpdir(), "winnow-list-"));
  const label = `one-list-${++worlds}-${folder.slice(-6)}`;
  const path = join(folder, "contacts.csv");
  const addresses = Array.from({ length: list.rows }, (_, i) => `person${i}@example${i % 5}.com`);
  writeFileSync(path, list.text ?? `Email\n${addresses.join("\n")}\n`);
  const { key } = sandbox.createAccount({ label, credits: list.credits ?? 1000 });
  const limits = { bytes: 1e7, addresses: list.perPart ?? 500_000 };
  const open = async (more: Partial<EngineOptions>) =>
    unwrap(
      await openInProcess(join(folder, "data"), {
        sessionAccount: { baseUrl: sandbox.baseUrl, apiKey: key },
        limits,
        ...options,
        ...more,
      }),
    );
  const at = await open({});
  const world: OneList = {
    folder,
    out: join(folder, "out.csv"),
    label,
    at,
    listId: await readList(at, path),
    accountId: unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "",
    async reopen(more = {}) {
      await world.at.close();
      world.at = await open(more);
    },
    start: ({ out, options: choices = PAY_FOR_ALL, waitForCredits = false, credits = list.rows } = {}) =>
      world.at.call("cleanings.start", {
        listId: world.listId,
        accountId: world.accountId,
        options: choices,
        agreedCredits: credits,
        waitForCredits,
        out: { ...fullOutput(world.out), withVerdicts: false, ...out },
      }),
    get: async (cleaningId) => unwrap(await world.at.call("cleanings.get", { cleaningId })),
    requestCount: (operation) =>
      sandbox.requests.filter((one) => one.account === label && one.operation === operation).length,
    charges: () => [...sandbox.charges(label).values()],
    async remove() {
      await world.at.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** Like {@link openOneList}, but removed after the test and its hooks. For tests and `beforeEach`. */
export async function setUpOneList(...given: Parameters<typeof openOneList>): Promise<OneList> {
  const world = await openOneList(...given);
  onTestFinished(() => world.remove());
  return world;
}
