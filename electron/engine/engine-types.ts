import type { AppInfo } from "../../shared/bridge/app.ts";
import type { BridgeEvent } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";
import type { Keychain, SandboxLauncher, SessionAccount } from "./accounts/types.ts";
import type { Clock } from "./clock.ts";
import type { Fetch } from "./service/types.ts";
import type { Thread } from "./store/index.ts";

/** Winnow without a user interface. */
export interface Engine {
  /**
   * Parses `input` and runs the call. Never rejects: an unknown call fails with `call_unknown`, bad input with
   * `call_invalid`, a bug with `internal` (which is logged, redacted). Outputs are checked against their schema in
   * development builds and tests only.
   */
  call(name: string, input: unknown, context?: { signal?: AbortSignal }): Promise<Result<unknown>>;
  /** Subscribes to all events. Returns an unsubscribe function. */
  on(listener: (event: BridgeEvent) => void): () => void;
  emit(event: BridgeEvent): void;
  /** Ends all timed waits, after sleep or when the network is back. */
  resume(): void;
  /**
   * Returns the current activity, for the host's decisions on closing, quitting, badges and power. During a restore and
   * after `close`, no cleaning is under way.
   */
  busy(): EngineActivity;
  /** Resolves when the purge of the bin at startup has ended. Never rejects. */
  binPurged(): Promise<void>;
  /** Returns the finished export of a download id; `null` if none. */
  downloadFile(downloadId: string): { path: string; name: string } | null;
  /** Registers a file that the host received as a list source of kind `upload`. */
  registerUpload(upload: { uploadId: string; path: string; name: string }): void;
  forgetUpload(uploadId: string): void;
  readonly uploadsDir: string;
  close(): Promise<void>;
}

export interface EngineActivity {
  readonly transferring: boolean;
  /** A requested file or backup is being written. It is not resumed after an interruption. */
  readonly writing: boolean;
  /** Single checks wait or are under way; those may be charged although their answers are lost. */
  readonly checking: boolean;
  readonly unfinished: number;
  readonly waitingForUser: number;
  /** Verified share of the addresses under way (0 to 1); `null` if there are none. */
  readonly progress: number | null;
}

export const IDLE: EngineActivity = {
  transferring: false,
  writing: false,
  checking: false,
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
  /** An account from the environment, for this run only. */
  readonly sessionAccount: SessionAccount | null;
  /** URL of the team's server from the environment, for this run only. */
  readonly teamUrl: string | null;
  readonly host: AppInfo["host"];
  readonly version: string;
  readonly demo: boolean;
  /** Licences of the bundled packages for the About page. The engine finds the unbundled ones itself. */
  readonly licences?: () => Promise<AppInfo["licences"]>;
  readonly samplePath: string;
  /** DNS servers (`ip[:port]`) to use instead of the system's. */
  readonly dnsServers?: readonly string[] | undefined;
  /** Overrides of the service's upload limits, and of the seconds until a start shows in the status. */
  readonly limits?: { readonly bytes?: number; readonly addresses?: number; readonly startSeconds?: number };
  readonly workers: {
    readonly tasks: URL;
    readonly reader: URL;
    /** A task thread started before the engine was loaded. The engine takes ownership. */
    readonly startedThread?: Thread | undefined;
  };
  /** Called with each entry of the log, already redacted, beside the log file. */
  readonly log: (line: string) => void;
  /** False if unfinished cleanings must not progress in this run. */
  readonly resumeCleanings?: boolean;
  /** Called at fault points; fault tests end the process there. */
  readonly probe?: (point: string) => void;
}
