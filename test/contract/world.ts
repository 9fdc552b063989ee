import { onTestFinished } from "vitest";
import { systemClock } from "../../electron/engine/clock.ts";
import {
  createServiceClient,
  type ServiceClient,
  type ServiceClientOptions,
} from "../../electron/engine/service/index.ts";
import type { SandboxAccount, SandboxOptions } from "../../electron/sandbox/index.ts";
import { createFaultySandbox, type FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { unwrap } from "../support/unwrap.ts";
import { LIST } from "./list.ts";

export type JobGiven =
  | "preparing"
  | "ready"
  | "verifying"
  | "completed"
  | "failed"
  | "cancelled"
  | "deleted"
  | "purged"
  | "of another account";

export interface Given {
  /** Label of the requesting account, `rich` by default. */
  readonly account?: string;
  readonly credits?: number;
  readonly job?: JobGiven;
  readonly autoVerify?: boolean;
  /** State of the account once the job has reached its state. */
  readonly finalAccountState?: SandboxAccount["state"];
  readonly allowlist?: readonly string[];
  readonly options?: SandboxOptions;
  readonly before?: (world: World) => void | Promise<void>;
}

export interface World {
  readonly sandbox: FaultySandbox;
  readonly account: SandboxAccount;
  /** The id of the given job; empty without a job. */
  readonly jobId: string;
}

/** Start of the sandbox's clock in every case. */
export const START = Date.UTC(2026, 0, 5, 10, 0, 0);
/** Time in `preparing` in ms. Together with SPEED slow enough to test every state. */
export const PREPARATION = 150_000;
const SPEED = 0.01;

const DAY = 24 * 60 * 60 * 1000;

/** Creates a service in the given state with a stopped clock. It is closed after the test. */
export async function createWorld(given: Given = {}): Promise<World> {
  const label = given.account ?? "rich";
  const sandbox = await createFaultySandbox({
    speed: SPEED,
    accounts: [
      {
        label,
        key: `sandbox-${label}-key`,
        credits: given.credits ?? 1000,
        allowlist: given.allowlist ?? null,
      },
      { label: "other", key: "sandbox-other-key", credits: 1000 },
    ],
    ...given.options,
  });
  onTestFinished(() => sandbox.close());
  await sandbox.setClock(START);
  const jobId = given.job === undefined ? "" : await createJob(sandbox, label, given.job, given.autoVerify);
  if (given.finalAccountState !== undefined) sandbox.setAccountState(label, given.finalAccountState);
  const world = { sandbox, account: sandbox.account(label), jobId };
  await given.before?.(world);
  return world;
}

export function clientOf(
  { sandbox: { baseUrl }, account: { key } }: Pick<World, "sandbox" | "account">,
  options: Partial<ServiceClientOptions> = {},
): ServiceClient {
  return unwrap(createServiceClient({ baseUrl, apiKey: key, fetch, clock: systemClock, ...options }));
}

async function createJob(
  sandbox: FaultySandbox,
  label: string,
  job: JobGiven,
  autoVerify = false,
): Promise<string> {
  const owner = sandbox.account(job === "of another account" ? "other" : label);
  const text = job === "failed" ? "Name,Town\nAnn,Bern\n" : LIST;
  const id = await uploadList(sandbox, owner.key, text, autoVerify);
  if (job === "preparing") return id;
  await sandbox.advance(PREPARATION);
  switch (job) {
    case "ready":
    case "failed":
    case "of another account":
      return id;
    case "cancelled":
      sandbox.cancel(id);
      return id;
    case "deleted":
      await request(sandbox, "DELETE", "bulk", { apikey: owner.key, job_id: id });
      return id;
    case "purged":
      await sandbox.advance(30 * DAY);
      return id;
    case "verifying":
    case "completed":
      if (!autoVerify) await startJob(sandbox, owner.key, id);
      await sandbox.advance(job === "verifying" ? 1000 : 2000);
      return id;
  }
}

/** Uploads `text` and returns the job's id. Throws if it is refused. */
export async function uploadList(
  sandbox: FaultySandbox,
  key: string,
  text: string,
  autoVerify = false,
): Promise<string> {
  const body = new FormData();
  body.set("local_file", new File([text], "list.csv"));
  const answer: unknown = await (
    await request(sandbox, "POST", "bulk", { apikey: key, auto_verify: String(autoVerify) }, body)
  ).json();
  if (typeof answer !== "object" || answer === null || !("job_id" in answer)) {
    throw new Error(`The list was refused: ${JSON.stringify(answer)}`);
  }
  return String(answer.job_id);
}

async function startJob(sandbox: FaultySandbox, key: string, id: string): Promise<void> {
  const parameters = { apikey: key, job_id: id };
  const response = await request(sandbox, "PATCH", "bulk", parameters, '{"action":"start"}');
  if (!response.ok) throw new Error(`The start was refused: ${await response.text()}`);
  await response.arrayBuffer();
}

export function request(
  sandbox: FaultySandbox,
  method: string,
  path: "bulk" | "download" | "info" | "verify",
  parameters: Record<string, string>,
  body: FormData | string | null = null,
): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/v1/${path}?${new URLSearchParams(parameters)}`, { method, body });
}
