export { baseUrlText, checkBaseUrl, originOf, readBaseUrl } from "./base-url.ts";
export { createServiceClient, type ServiceClientOptions } from "./client.ts";
export { DEFAULT_LIMITS } from "./limits.ts";
export { createNodeFetch } from "./node-fetch.ts";
export { createRate, type Rate } from "./rate.ts";
export { redact } from "./redaction.ts";
export { plainColumnName } from "./result-columns.ts";
export type {
  Consequence,
  Effect,
  Fetch,
  JobStatus,
  ServiceAnswer,
  ServiceClient,
  ServiceError,
  SingleVerification,
} from "./types.ts";
export { parseFlag, parseVerdict, plainWord } from "./words.ts";
