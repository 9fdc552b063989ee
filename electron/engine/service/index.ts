export { baseUrlText, checkBaseUrl, originOf, readBaseUrl } from "./base-url.ts";
export { createServiceClient, type ServiceClientOptions } from "./client.ts";
export { JOB_FORMS, type JobForm, type JobFormMemory } from "./job-form.ts";
export { DEFAULT_LIMITS, type ServiceLimits } from "./limits.ts";
export { createNodeFetch, type NodeFetch } from "./node-fetch.ts";
export { createRate, type Rate } from "./rate.ts";
export { redact } from "./redaction.ts";
export { isResultColumnName, plainColumnName } from "./result-columns.ts";
export type {
  CallOptions,
  Consequence,
  Effect,
  Fetch,
  FetchInit,
  JobStatus,
  ServiceAnswer,
  ServiceClient,
  ServiceError,
  SingleVerification,
} from "./types.ts";
export { type ParsedVerdict, parseFlag, parseVerdict } from "./words.ts";
