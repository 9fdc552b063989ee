import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../electron/sandbox/index.ts";

export const KEY = "sandbox-tester-key";

/** Starts a sandbox at full speed with an account `tester` of 1,000 credits. It is closed after the test. */
export async function testSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({
    speed: Number.POSITIVE_INFINITY,
    accounts: [{ label: "tester", key: KEY, credits: 1000 }],
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Sends a request with the key and the parameters in the query string. A PATCH starts the job. */
export function request(
  sandbox: { readonly baseUrl: string },
  method: string,
  path: string,
  parameters: Record<string, string> = {},
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${sandbox.baseUrl}/v1/${path}?${new URLSearchParams({ apikey: KEY, ...parameters })}`, {
    method,
    body: method === "PATCH" ? '{"action":"start"}' : null,
    ...init,
  });
}

export async function json(response: Promise<Response>): Promise<Record<string, unknown>> {
  const body: unknown = await (await response).json();
  if (typeof body !== "object" || body === null) throw new Error("not an object");
  return { ...body };
}

export async function upload(
  sandbox: { readonly baseUrl: string },
  text: string,
  parameters: Record<string, string> = {},
): Promise<string> {
  const body = new FormData();
  body.set("local_file", new File([text], "list.csv"));
  return String((await json(request(sandbox, "POST", "bulk", parameters, { body }))).job_id);
}

/** Uploads a CSV text, starts the job and returns its ID. */
export async function verified(sandbox: Sandbox, text: string): Promise<string> {
  const id = await upload(sandbox, text);
  await json(request(sandbox, "PATCH", "bulk", { job_id: id }));
  return id;
}
