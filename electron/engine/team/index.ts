export { createTeamCalls, createTeamConnection } from "./calls.ts";
export { createTeamSync, type TeamSync } from "./team.ts";
