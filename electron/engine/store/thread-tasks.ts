import type { KnownBackup } from "../../../shared/bridge/app.ts";
import { type BackedUp, type BackUpInput, backUp } from "./backups/snapshot.ts";
import { type Staged, type StageInput, stageRestore } from "./backups/stage.ts";
import { type DeleteBackups, deleteBackups, listBackups } from "./backups/stored-backups.ts";
import type { Task } from "./threads.ts";

export const backupTasks: {
  "backups.make": Task<BackUpInput, BackedUp>;
  "backups.stage": Task<StageInput, Staged>;
  "backups.list": Task<{ dataDir: string }, KnownBackup[]>;
  "backups.delete": Task<DeleteBackups, KnownBackup[]>;
} = {
  "backups.make": backUp,
  "backups.stage": stageRestore,
  "backups.list": listBackups,
  "backups.delete": deleteBackups,
};
export type BackupTasks = typeof backupTasks;
