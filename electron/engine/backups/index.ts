export { type BackupCallsOptions, createBackupCalls } from "./calls.ts";
export { finishDeleting } from "./delete.ts";
export { folderOfBackup, kindOfName, lastBackup } from "./list.ts";
export type { Staged, StageInput } from "./stage.ts";
export { discardStaged, finishSwap, isSwapping, swapIn } from "./swap.ts";
