export { createDomainCalls } from "./calls.ts";
export { deadDomains } from "./stored.ts";
