import type { Problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import type { RunKeys } from "../accounts/index.ts";
import type { BackupCallsOptions, Staged, StageInput } from "../backups/index.ts";
import type { EngineActivity, EngineOptions } from "../engine-types.ts";
import type { Emit, Handlers } from "../handlers.ts";
import type { UploadedFile } from "../lists/index.ts";
import type { Layout } from "../store/index.ts";

/** What the engine's facade needs of its rooms. */
export interface Rooms {
  readonly handlers: Handlers;
  readonly layout: Layout;
  /** Tidies up, and goes on with every unfinished cleaning. */
  recover(): Promise<void>;
  wake(): void;
  busy(): Omit<EngineActivity, "writing">;
  downloadFile(downloadId: string): { path: string; name: string } | null;
  registerUpload(upload: { uploadId: string; path: string; name: string }): void;
  forgetUpload(uploadId: string): void;
  /** `text` without any key that is in memory. */
  redact(text: string): string;
  /** What was found when the data folder was opened, and the user is to be told. */
  readonly notices: readonly Problem[];
  /** Resolves when what was due in the bin at the start is gone, or stays. Does not reject. */
  tidied(): Promise<void>;
  /** Checks a backup and makes it ready beside the data. */
  stage(input: StageInput, signal: AbortSignal): Promise<Result<Staged>>;
  close(): Promise<void>;
}

/** The files that the host received, by their ids: they outlive the rooms. */
export type Uploads = Map<string, UploadedFile>;

/** What rooms are built from. The keys of the run and the uploads outlive them. */
export interface RoomsOptions {
  readonly options: EngineOptions;
  readonly emit: Emit;
  readonly logLines: () => readonly string[];
  readonly restore: BackupCallsOptions["restore"];
  readonly runKeys: RunKeys;
  readonly uploads: Uploads;
}
