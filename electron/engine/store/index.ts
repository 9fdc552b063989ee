export { type BackedUp, restoreInto, sizeOf, storeTasks } from "./backup.ts";
export { type ColumnStore, loadSqlite, openColumns } from "./columns.ts";
export { type Journal, openJournal, storeProblem } from "./journal.ts";
export { type CleaningLayout, type Layout, type ListLayout, layoutOf } from "./layout.ts";
export { type DataLock, lockDataDir } from "./lock.ts";
export { lastBackup, type OpenedStore, openStore } from "./open-store.ts";
export {
  createTaskRunner,
  type RunOptions,
  type Task,
  type TaskContext,
  type TaskMessage,
  type TaskRunner,
  type TaskTable,
} from "./tasks.ts";
