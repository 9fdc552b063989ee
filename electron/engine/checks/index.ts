export { type CheckCallName, type CheckOptions, createCheckCalls, type KnownVerdict } from "./checks.ts";
