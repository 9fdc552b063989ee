import type { Answer } from "../answer.ts";
import type { Call } from "../context.ts";
import { OPERATIONS, type Operation } from "../fault-kind.ts";
import { balance } from "./balance.ts";
import { deleteList } from "./delete.ts";
import { download } from "./download.ts";
import { start } from "./start.ts";
import { status } from "./status.ts";
import { upload } from "./upload.ts";
import { verify } from "./verify.ts";

export const ROUTES: Record<Operation, { readonly method: string; readonly path: string }> = {
  upload: { method: "POST", path: "/v1/bulk" },
  status: { method: "GET", path: "/v1/bulk" },
  start: { method: "PATCH", path: "/v1/bulk" },
  download: { method: "POST", path: "/v1/download" },
  delete: { method: "DELETE", path: "/v1/bulk" },
  balance: { method: "GET", path: "/v1/info" },
  verify: { method: "GET", path: "/v1/verify" },
};

/** `jobId`: the job named in the path. */
export interface Route {
  readonly operation: Operation;
  readonly jobId: string | null;
}

const IN_PATH: Readonly<Record<string, Operation>> = { GET: "status", PATCH: "start", DELETE: "delete" };

/** Returns the operation at `path`; `null` if none. Only some services accept a job id in the path. */
export function routeOf(method: string, path: string): Route | null {
  const operation = OPERATIONS.find((name) => ROUTES[name].method === method && ROUTES[name].path === path);
  if (operation !== undefined) return { operation, jobId: null };
  const segment = /^\/v1\/bulk\/([^/]+)$/.exec(path)?.[1];
  const named = IN_PATH[method];
  const jobId = segment === undefined ? null : decoded(segment);
  return jobId === null || named === undefined ? null : { operation: named, jobId };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

export const PERFORM: Record<Operation, (call: Call) => Answer> = {
  upload,
  status,
  start,
  download,
  delete: deleteList,
  balance,
  verify,
};
