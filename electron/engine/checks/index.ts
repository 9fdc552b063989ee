export { KEEP_UNSENT, NO_ADDRESS } from "./advice.ts";
export { type CheckOptions, type Checks, createChecks, type KnownVerdict } from "./checks.ts";
export { readPasted } from "./pasted.ts";
