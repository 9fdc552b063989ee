import {
  admitTask,
  allowTask,
  createTask,
  dismissTask,
  eraseTask,
  lookTask,
  undoTask,
} from "./administration.ts";
import { claimTask } from "./exchange-claims.ts";
import { syncTask } from "./sync.ts";

export const teamTasks = {
  "team.look": lookTask,
  "team.create": createTask,
  "team.admit": admitTask,
  "team.dismiss": dismissTask,
  "team.undo": undoTask,
  "team.erase": eraseTask,
  "team.allow": allowTask,
  "team.sync": syncTask,
  "team.claim": claimTask,
};
export type TeamTasks = typeof teamTasks;
