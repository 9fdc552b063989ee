import type { AppInfo } from "../../shared/bridge/app.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";
import type { Keychain, SandboxLauncher, SessionAccount } from "./accounts/types.ts";
import type { Clock } from "./handlers.ts";
import type { Fetch } from "./service/types.ts";
import type { Thread } from "./store/index.ts";

/** Winnow without any window. */
export interface Engine {
  /**
   * Parses `input` and runs the call. Never rejects: an unknown call fails with `call_unknown`, bad input with
   * `call_invalid`, a bug with `internal` (which is logged, redacted). Outputs are checked against their schema in
   * development builds and tests only.
   */
  call(name: string, input: unknown, context?: { signal?: AbortSignal }): Promise<Result<unknown>>;
  /** Tells `listener` every event; answers the way to stop. */
  on(listener: (event: BridgeEvent) => void): () => void;
  /** Lets events of the host's own reach the page. */
  emit(event: BridgeEvent): void;
  /** Wakes everything that waits for a timer: after sleep, or when the network is back. */
  resume(): void;
  /**
   * Returns what is under way, for the host's decisions on closing, quitting, badges and power. While the data is being
   * replaced, and after `close`, no cleaning is under way.
   */
  busy(): EngineActivity;
  /** Resolves when what was due in the bin at the start is gone, or stays. Does not reject. */
  tidied(): Promise<void>;
  /** The finished export behind a download id, or null. */
  downloadFile(downloadId: string): { path: string; name: string } | null;
  /** Makes a file that the host received known as a list source of kind `upload`. */
  registerUpload(upload: { uploadId: string; path: string; name: string }): void;
  /** The host has removed the file of an upload: its id names nothing any more. */
  forgetUpload(uploadId: string): void;
  /** Where the host puts files that it receives. */
  readonly uploadsDir: string;
  close(): Promise<void>;
}

export interface EngineActivity {
  /** Something is being uploaded or fetched right now. */
  readonly transferring: boolean;
  /** A file or a backup that somebody asked for is being written right now; what is broken off is not gone on with. */
  readonly writing: boolean;
  /** Cleanings that are not finished. */
  readonly unfinished: number;
  /** Cleanings that wait for the user. */
  readonly waitingForUser: number;
  /** Share (0..1) of the addresses under way that are verified; null when nothing is under way. */
  readonly progress: number | null;
}

/** The activity of an engine without open rooms. */
export const AT_REST: EngineActivity = {
  transferring: false,
  writing: false,
  unfinished: 0,
  waitingForUser: 0,
  progress: null,
};

export interface EngineOptions {
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly launchSandbox: SandboxLauncher;
  /** An account of this run only, from the environment. */
  readonly session: SessionAccount | null;
  readonly host: AppInfo["host"];
  readonly version: string;
  readonly demo: boolean;
  /** What the build bundled, for About; the packages beside the build are found by the engine. */
  readonly licences?: () => Promise<AppInfo["licences"]>;
  readonly samplePath: string;
  /** DNS servers (`ip[:port]`) to ask about domains instead of the system's. */
  readonly dnsServers?: readonly string[] | undefined;
  /** The service's limits on one upload, and how long a start may take to show, where they are not the usual ones. */
  readonly limits?: { readonly bytes?: number; readonly addresses?: number; readonly startSeconds?: number };
  /** The entries of the worker threads; a built host passes the built files. */
  readonly workers: {
    readonly tasks: URL;
    readonly reader: URL;
    /** One for tasks that was started before the engine was loaded: the engine's from here on. */
    readonly first?: Thread | undefined;
  };
  /** One line for the developer's log, already redacted. */
  readonly log: (line: string) => void;
  /** False: unfinished cleanings are left as they are in this run. */
  readonly goOn?: boolean;
  /** Called at named points of a cleaning's life; fault tests end the process there. */
  readonly probe?: (point: string) => void;
}
