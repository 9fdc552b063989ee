import type { Answer } from "../answer.ts";
import type { Call } from "../context.ts";
import type { Operation } from "../faults.ts";
import { balance } from "./balance.ts";
import { deleteList } from "./delete.ts";
import { download } from "./download.ts";
import { start } from "./start.ts";
import { status } from "./status.ts";
import { upload } from "./upload.ts";
import { verify } from "./verify.ts";

/** Where each operation lives (service-spec, 'Endpoints'). */
export const ROUTES: Record<Operation, { readonly method: string; readonly path: string }> = {
  upload: { method: "POST", path: "/v1/bulk" },
  status: { method: "GET", path: "/v1/bulk" },
  start: { method: "PATCH", path: "/v1/bulk" },
  download: { method: "POST", path: "/v1/download" },
  delete: { method: "DELETE", path: "/v1/bulk" },
  balance: { method: "GET", path: "/v1/info" },
  verify: { method: "GET", path: "/v1/verify" },
};

/** What each operation does. */
export const PERFORM: Record<Operation, (call: Call) => Answer> = {
  upload,
  status,
  start,
  download,
  delete: deleteList,
  balance,
  verify,
};
