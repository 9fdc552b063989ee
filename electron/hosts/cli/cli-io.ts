import type { Readable, Writable } from "node:stream";
import type { Clock } from "../../engine/handlers.ts";
import type { programFiles } from "../program-files.ts";
import type { ExitCode } from "./exit-codes.ts";

/** What a command reads, writes and is told by the process that it runs in. */
export interface CliIo {
  /** Like `process.stdin`; `setRawMode` where it is a terminal. */
  readonly stdin: Readable & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };
  /** `false` if standard input cannot be read: in a console of the installed Windows program. */
  readonly canRead: boolean;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly interruption: Interruption;
  /** Where the threads, the version and the sample list are. */
  readonly files: ReturnType<typeof programFiles>;
  /** The system's, unless a test has time pass faster. */
  readonly clock?: Clock;
}

/** The wish that the command end. */
export interface Interruption {
  /** Aborted by the first signal that ends a command. */
  readonly signal: AbortSignal;
  /** From now on something may be under way that outlasts the command. */
  begin(): void;
  /** The command ends with this code, also where something hangs from here on. */
  endWith(code: ExitCode): void;
  /** The command is over: signals do again what they do by themselves. */
  release(): void;
}
