export { type BackupCallsOptions, createBackupCalls } from "./backups/calls.ts";
export { backUp } from "./backups/snapshot.ts";
export type { Staged, StageInput } from "./backups/stage.ts";
export {
  copiesOf,
  finishDeleting,
  folderOfBackup,
  kindOfName,
  lastBackup,
} from "./backups/stored-backups.ts";
export { discardStaged, finishSwap, isSwapping, stagedIn, stampOf, swapIn } from "./backups/swap.ts";
export {
  type Column,
  type ColumnKind,
  type ColumnStore,
  columnsOf,
  loadSqlite,
  openColumns,
  writeColumns,
} from "./column-store.ts";
export { checkFolderOwnership } from "./folder-ownership.ts";
export {
  copyInMemory,
  createStoredValues,
  enableSecureDelete,
  type Journal,
  openJournal,
  truncateWal,
} from "./journal.ts";
export {
  type CleaningLayout,
  ERASING,
  ID_PATTERN,
  type Layout,
  type ListLayout,
  layoutOf,
  ownFolders,
  sizeOf,
} from "./layout.ts";
export { type DataLock, lockDataDir } from "./lock.ts";
export { openLogFile, readLogFile } from "./log-file.ts";
export { MIGRATIONS } from "./migrations.ts";
export { type OpenedStore, openStore } from "./open-store.ts";
export {
  deleteSecurely,
  makePrivateFile,
  makePrivateFolder,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  syncFile,
  syncFolder,
} from "./private-files.ts";
export { cleaningStoreProblem, startProblem, storeProblem } from "./store-problem.ts";
export {
  createTaskRunner,
  deserializeError,
  type RunOptions,
  type SerializedError,
  serializeError,
  type Task,
  type TaskContext,
  type TaskMessage,
  type TaskRunner,
  type TaskTable,
  type Thread,
} from "./threads.ts";
