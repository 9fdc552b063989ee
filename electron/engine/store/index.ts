export { type BackupCallsOptions, createBackupCalls } from "./backups/calls.ts";
export { copiesOf, finishDeleting, folderOfBackup, kindOfName, lastBackup } from "./backups/list.ts";
export { backUp } from "./backups/make.ts";
export type { Staged, StageInput } from "./backups/stage.ts";
export { discardStaged, finishSwap, isSwapping, stagedIn, stampOf, swapIn } from "./backups/swap.ts";
export { type ColumnStore, columnsOf, loadSqlite, openColumns } from "./columns.ts";
export { deleteSecurely } from "./delete-securely.ts";
export { foreignHands } from "./foreign-hands.ts";
export { copyInMemory, emptyLog, type Journal, openJournal, overwriteErased } from "./journal.ts";
export { type CleaningLayout, ID_PATTERN, type Layout, type ListLayout, layoutOf, sizeOf } from "./layout.ts";
export { type DataLock, lockDataDir } from "./lock.ts";
export { MIGRATIONS } from "./migrations.ts";
export { type OpenedStore, openStore } from "./open-store.ts";
export {
  makePrivateFile,
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from "./private-files.ts";
export { startProblem, storeProblem, unstored } from "./store-problem.ts";
export {
  createTaskRunner,
  errorOf,
  type RunOptions,
  startThread,
  type Task,
  type TaskContext,
  type TaskMessage,
  type TaskRunner,
  type TaskTable,
  type Thread,
  type ToldError,
  toldOf,
} from "./threads.ts";
