export { type BackupCallsOptions, createBackupCalls } from "./calls.ts";
export { finishDeleting } from "./delete.ts";
export { forgetKept, keepJournal, putJournalBack } from "./kept-journal.ts";
export { commitRenewed, type Lineage, lineageOf, noteLineage, renewLineage } from "./lineage.ts";
export { folderOfBackup, foldersOfCopies, kindOfName, lastBackup, timeOfCopy } from "./list.ts";
export type { Staged, StageInput } from "./stage.ts";
export { discardStaged, finishSwap, isSwapping, stagedIn, stampOf, swapIn } from "./swap.ts";
