export { createDomainCalls } from "./calls.ts";
export { deadDomains, domainsVersion, eraseDomains, mailHostsIn, mailHostsOf } from "./stored.ts";
