export { createDomainCalls } from "./calls.ts";
export { mailHostsOf } from "./hosts.ts";
export { deadDomains } from "./stored.ts";
