export { NO_ADDRESS } from "./advice.ts";
export { type CheckOptions, createCheckCalls, type KnownVerdict } from "./checks.ts";
export { readPasted } from "./pasted.ts";
