export {
  createTaskRunner,
  errorOf,
  type RunOptions,
  type Task,
  type TaskContext,
  type TaskMessage,
  type TaskRunner,
  type TaskTable,
  type ToldError,
  toldOf,
} from "./task-runner.ts";
export { startThread, type Thread } from "./thread.ts";
