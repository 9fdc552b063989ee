import type { Readable, Writable } from "node:stream";
import type { Clock } from "../../engine/index.ts";
import type { programFiles } from "../program-files.ts";
import type { ExitCode } from "./exit-codes.ts";

export interface CliProcess {
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** `false` if standard input cannot be read, as in a console of the installed Windows program. */
  readonly canRead: boolean;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interruption: Interruption;
  readonly files: ReturnType<typeof programFiles>;
  readonly clock?: Clock;
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** Call before starting work that may outlast the command. */
  begin(): void;
  /** Sets the exit code, which holds even if something hangs afterwards. */
  setExitCode(code: ExitCode): void;
  release(): void;
}
