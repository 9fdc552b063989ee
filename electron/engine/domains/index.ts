export { createDomainCalls } from "./calls.ts";
export { mailHostsIn, mailHostsOf } from "./hosts.ts";
export { deadDomains, domainsVersion, eraseDomains } from "./stored.ts";
