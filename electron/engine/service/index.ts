export { baseUrlText, checkBaseUrl, originOf, readBaseUrl, redact } from "./base-url.ts";
export { createRate, type Rate } from "./check-rate.ts";
export { createServiceClient, type ServiceClientOptions } from "./client.ts";
export { createNodeFetch } from "./node-network.ts";
export { createRequestSlots, type RequestSlots } from "./request-slots.ts";
export { parseFlag, parseVerdict, plainWord } from "./response-schemas.ts";
export { plainColumnName } from "./save-results.ts";
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
export { DEFAULT_LIMITS } from "./types.ts";
