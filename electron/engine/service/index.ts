export { baseUrlText, checkBaseUrl } from "./base-url.ts";
export { redact } from "./redaction.ts";
export type {
  CallOptions,
  Consequence,
  Effect,
  Fetch,
  JobStatus,
  ServiceAnswer,
  ServiceClient,
  ServiceError,
  SingleVerification,
} from "./types.ts";
export { type ParsedVerdict, parseFlag, parseVerdict } from "./words.ts";
