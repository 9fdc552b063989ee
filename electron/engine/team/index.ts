export { admitMember, createTeam, dismissMember } from "./administration.ts";
export { type TeamAccess, withServer } from "./connect.ts";
export { pushBatch, readBatches, readFactsOf, type SharedFacts } from "./fact-log.ts";
export { parseServerUrl } from "./server-url.ts";
