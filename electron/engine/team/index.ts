export { createTeamCalls } from "./calls.ts";
export { createTeamConnection } from "./connection.ts";
export { createTeamRecords } from "./stored.ts";
export { createTeamSync, type TeamSync } from "./team.ts";
