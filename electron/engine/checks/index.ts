export { KEEP_UNSENT } from "./advice.ts";
export { type Checks, createChecks } from "./checks.ts";
export { readPasted } from "./pasted.ts";
export type { CheckOptions, KnownVerdict } from "./types.ts";
