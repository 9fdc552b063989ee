import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Sandbox } from "../../electron/sandbox/index.ts";
import type { Cleaning, CleaningOptions, Out } from "../../shared/bridge/cleanings.ts";
import type { Result } from "../../shared/result.ts";
import { everything, type InProcess, openInProcess, PAID, readList, unwrap } from "./in-process.ts";

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
    out?: Partial<Out>;
    options?: CleaningOptions;
    waitForCredits?: boolean;
    credits?: number;
  }): Promise<Result<Cleaning>>;
  get(cleaningId: string): Promise<Cleaning>;
  /** Counts the account's requests for an operation, by the sandbox's records. */
  asked(operation: string): number;
  /** Returns the credits charged for each address, by the sandbox's records. */
  charges(): number[];
  remove(): Promise<void>;
}

let worlds = 0;

/** Opens Winnow with a list of `rows` addresses (or `text`), cleaned in parts of `perPart`. */
export async function oneList(
  sandbox: Sandbox,
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
        session: { baseUrl: sandbox.baseUrl, apiKey: key },
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
    start: ({ out, options: choices = PAID, waitForCredits = false, credits = list.rows } = {}) =>
      world.at.call("cleanings.start", {
        listId: world.listId,
        accountId: world.accountId,
        options: choices,
        agreedCredits: credits,
        waitForCredits,
        out: { ...everything(world.out), withVerdicts: false, ...out },
      }),
    get: async (cleaningId) => unwrap(await world.at.call("cleanings.get", { cleaningId })),
    asked: (operation) =>
      sandbox.requests.filter((one) => one.account === label && one.operation === operation).length,
    charges: () => [...sandbox.charges(label).values()],
    async remove() {
      await world.at.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** Like {@link oneList}, but removed after the test and its hooks. For tests and `beforeEach`. */
export async function testList(...given: Parameters<typeof oneList>): Promise<OneList> {
  const world = await oneList(...given);
  onTestFinished(() => world.remove());
  return world;
}
