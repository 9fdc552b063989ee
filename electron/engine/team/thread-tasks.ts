import { admitTask, createTask, dismissTask, lookTask } from "./administration.ts";
import { claimTask, syncTask } from "./sync.ts";

export const teamTasks = {
  "team.look": lookTask,
  "team.create": createTask,
  "team.admit": admitTask,
  "team.dismiss": dismissTask,
  "team.sync": syncTask,
  "team.claim": claimTask,
};
export type TeamTasks = typeof teamTasks;
