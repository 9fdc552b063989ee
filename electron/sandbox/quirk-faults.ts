import { type FaultKind, kind, OPERATIONS, type Operation } from "./fault-kind.ts";

/** Operations that accept a job id in the path. */
export const NAMED: readonly Operation[] = ["status", "start", "delete"];

/** Deviations of real services where the contract is silent or not followed. */
export const QUIRKS = {
  "job-id-path": kind(NAMED, "takes the job's id in the path as well: /v1/bulk/{job_id}"),
  "job-id-path-only": kind(NAMED, "takes the job's id in the path, and not as a parameter", {
    about: "what a parameter hears: 404 (a web page), 405, 400 (invalid id) or 200 (a list of jobs)",
    default: 404,
  }),
  "not-found-html": kind(OPERATIONS, "says with a web page that an address is not there"),
  "plus-as-it-is": kind(OPERATIONS, "reads a + in the query as a plus, not as a blank"),
  "any-file-name": kind(["upload"], "takes files with any name, not .csv alone"),
  "ten-mebibytes": kind(["upload"], "takes files of 1,048,576 bytes for each megabyte"),
  "start-without-body": kind(["start"], "starts without being told the action"),
  "any-timeout": kind(["verify"], "takes a timeout that is out of range"),
  "empty-header": kind(["download"], "has no name over the address column"),
} as const satisfies Record<string, FaultKind>;

/** Quirks that decide if a path exists. They apply before any other fault. */
export const ROUTING: ReadonlySet<string> = new Set(["job-id-path", "job-id-path-only", "not-found-html"]);
