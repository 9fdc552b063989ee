import type { SandboxAccount } from "./accounts.ts";
import { applyDueChanges, type Call, type Context } from "./context.ts";
import { errorReply, jsonReply, type Reply, readParameters, type SandboxRequest } from "./messages.ts";
import { download } from "./operations/download.ts";
import { deleteList, start } from "./operations/jobs.ts";
import { status } from "./operations/status.ts";
import { upload } from "./operations/upload.ts";
import { verify } from "./operations/verify.ts";

export const OPERATIONS = ["upload", "status", "start", "download", "delete", "balance", "verify"] as const;
export type Operation = (typeof OPERATIONS)[number];

export const ROUTES: Record<Operation, { readonly method: string; readonly path: string }> = {
  upload: { method: "POST", path: "/v1/bulk" },
  status: { method: "GET", path: "/v1/bulk" },
  start: { method: "PATCH", path: "/v1/bulk" },
  download: { method: "POST", path: "/v1/download" },
  delete: { method: "DELETE", path: "/v1/bulk" },
  balance: { method: "GET", path: "/v1/info" },
  verify: { method: "GET", path: "/v1/verify" },
};

const PERFORM: Record<Operation, (call: Call) => Reply> = {
  upload,
  status,
  start,
  download,
  delete: deleteList,
  balance,
  verify,
};

/** Returns the operation at `path`; `null` if there is none. */
export function operationAt(method: string, path: string): Operation | null {
  return OPERATIONS.find((name) => ROUTES[name].method === method && ROUTES[name].path === path) ?? null;
}

/** Maximum request bodies with a valid key in the URL, and without one, which may then be in the body. */
export interface BodyLimits {
  readonly requestBytes: number;
  readonly keylessBytes: number;
}

/** Performs the requested operation and returns the contract's reply. */
export async function respond(context: Context, limits: BodyLimits, request: SandboxRequest): Promise<Reply> {
  const { url, client } = request;
  const operation = operationAt(request.method, url.pathname);
  if (operation === null) return errorReply(404, "Not found");
  const query = url.searchParams;
  const isKeyInUrl = query.has("apikey");
  // Don't read the body if the key in the URL is invalid.
  if (isKeyInUrl && authenticate(context, query.get("apikey"), client) === null) return invalidKey(operation);
  const body = await request.read(isKeyInUrl ? limits.requestBytes : limits.keylessBytes);
  const parameters = await readParameters(query, body, request.contentType);
  const account = authenticate(context, parameters.get("apikey"), client);
  if (account === null) return invalidKey(operation);
  applyDueChanges(context);
  // Due changes may have charged the account.
  const current = context.accounts.byLabel(account.label) ?? account;
  return PERFORM[operation]({ context, account: current, parameters });
}

/** Returns the error of an invalid key. Its form differs in two operations (service-spec, 'Errors'). */
function invalidKey(operation: Operation): Reply {
  const result = operation === "balance" ? "Invalid API key" : "Invalid API Key";
  return errorReply(401, result, operation === "verify" ? "false" : false);
}

/** Returns the account of a key that may be used from `client` (service-spec, 'Authentication'); `null` otherwise. */
function authenticate(
  context: Context,
  key: string | null | undefined,
  client: string,
): SandboxAccount | null {
  const account = context.accounts.byKey(key ?? "");
  if (account === null || account.state === "revoked") return null;
  return account.allowlist === null || account.allowlist.includes(client) ? account : null;
}

/** Credit balance (service-spec, 'Credit balance: GET /v1/info'). */
function balance({ account }: Call): Reply {
  return jsonReply({ success: true, credits_info: { credits_remaining: account.credits } });
}
