export { type ColumnStore, loadSqlite, openColumns } from "./columns.ts";
export { copyInMemory } from "./copy-in-memory.ts";
export { type Journal, openJournal } from "./journal.ts";
export { type CleaningLayout, ID_PATTERN, type Layout, type ListLayout, layoutOf } from "./layout.ts";
export { type DataLock, lockDataDir } from "./lock.ts";
export { mendModes } from "./mend-modes.ts";
export { MIGRATIONS } from "./migrations/index.ts";
export { type OpenedStore, openStore } from "./open-store.ts";
export { FOLDER, markRestored, RESTORED } from "./restored-mark.ts";
export { emptyLog, isUnscrubbed, noteScrubbed, overwriteErased, scrub } from "./scrub.ts";
export { sizeOf } from "./size.ts";
export { startProblem, storeProblem } from "./store-problem.ts";
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
} from "./tasks.ts";
