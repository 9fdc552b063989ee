export { createTeamCalls } from "./calls.ts";
export { createTeamConnection } from "./connection.ts";
export { createTeamSync, type TeamSync } from "./team.ts";
