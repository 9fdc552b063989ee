import { EventEmitter } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import type { BuiltFiles } from "../../../electron/desktop/built-files.ts";
import { runDesktop } from "../../../electron/desktop/run.ts";
import type { Engine, EngineActivity } from "../../../electron/engine/engine-types.ts";
import type { Fetch } from "../../../electron/engine/service/types.ts";
import { DEFAULT_SETTINGS } from "../../../shared/bridge/defaults.ts";

import type { BridgeEvent } from "../../../shared/bridge.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import type { Result } from "../../../shared/result.ts";
import { testFolder } from "../../support/folders.ts";
import { ManualClock } from "../../support/hand-clock.ts";
import { type FrameDouble, makeReady, reset, state, type WindowDouble } from "./electron-double.ts";

export const IDLE: EngineActivity = {
  transferring: false,
  writing: false,
  checking: false,
  unfinished: 0,
  waitingForUser: 0,
  progress: null,
};

/** Engine double that records calls and returns prepared answers. */
export class EngineDouble implements Engine {
  readonly uploadsDir = "/nowhere";
  readonly calls: { name: string; input: unknown; signal: AbortSignal | undefined }[] = [];
  readonly answers = new Map<string, unknown>([["settings.get", DEFAULT_SETTINGS]]);
  readonly listeners = new Set<(event: BridgeEvent) => void>();
  readonly downloads = new Map<string, { path: string; name: string }>();
  activity: EngineActivity = IDLE;
  resumed = 0;
  closed = false;
  closing: Promise<void> | null = null;

  async call(name: string, input: unknown, context?: { signal?: AbortSignal }): Promise<Result<unknown>> {
    this.calls.push({ name, input, signal: context?.signal });
    const value = this.answers.get(name);
    return value === undefined
      ? { ok: false, problem: problem("call_unknown", { call: name }) }
      : { ok: true, value };
  }
  on(listener: (event: BridgeEvent) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
  emit(event: BridgeEvent): void {
    for (const listener of [...this.listeners]) listener(event);
  }
  resume(): void {
    this.resumed += 1;
  }
  busy(): EngineActivity {
    return this.activity;
  }
  async binPurged(): Promise<void> {}
  downloadFile(id: string): { path: string; name: string } | null {
    return this.downloads.get(id) ?? null;
  }
  registerUpload(): void {}
  forgetUpload(): void {}
  async close(): Promise<void> {
    await this.closing;
    this.closed = true;
  }
}

export interface LaunchedDesktop {
  readonly engine: EngineDouble;
  /** Emits uncaught exceptions and rejections in place of `process`. */
  readonly bugs: EventEmitter;
  readonly clock: ManualClock;
  readonly dir: string;
  readonly files: BuiltFiles;
  /** Returns the `fetch` that the desktop passed to the engine. */
  readonly fetch: () => Fetch | null;
  readonly starts: () => number;
  window(): WindowDouble;
  /** Simulates that the page has loaded and listens to events. */
  pageLoads(): void;
  /** Returns the events sent to the page, each as its name and its JSON. */
  events(): string[];
  /** Sends a call from the page, or from another frame. */
  call(name: string, input: unknown, from?: FrameDouble | null): Promise<unknown>;
  drop(paths: unknown, from?: FrameDouble | null): Promise<void>;
  /** Ends this launch early, so that the test can launch again. */
  end(): Promise<void>;
}

export interface LaunchOptions {
  /** Built-in public key, as PEM. */
  updateKey?: string;
  failure?: Problem;
  /** Puts a file in place of the data folder. */
  dataFolderBlocked?: boolean;
  engineThrows?: boolean;
  platform?: NodeJS.Platform;
  packaged?: boolean;
  /** Chromium's switches on the command line. */
  switches?: readonly string[];
  /** Returns without waiting for readiness and the window. */
  doNotWait?: boolean;
}

const realPlatform = process.platform;

function pretend(platform: NodeJS.Platform): void {
  Object.defineProperty(process, "platform", { value: platform });
}

/** Starts the desktop in a new folder, on the Electron double and with an engine double. */
export async function launch(options: LaunchOptions = {}): Promise<LaunchedDesktop> {
  const { platform = "linux" } = options;
  reset();
  pretend(platform);
  state.packaged = options.packaged ?? false;
  for (const name of options.switches ?? []) state.switches.add(name);
  const dir = testFolder();
  const pageDir = join(dir, "page");
  await mkdir(join(pageDir, "assets"), { recursive: true });
  await writeFile(join(pageDir, "index.html"), "<title>the page</title>");
  await writeFile(join(pageDir, "assets", "page.js"), "the script");
  await writeFile(join(dir, "secret.html"), "outside");
  const image = join(dir, "image.png");
  await writeFile(image, "an image");
  const url = (name: string) => pathToFileURL(join(dir, name));
  const files: BuiltFiles = {
    preload: join(dir, "preload.cjs"),
    pageDir,
    samplePath: join(dir, "sample.csv"),
    dragImage: image,
    updateKey: join(dir, "update-key.pem"),
    badgeImage: image,
    workers: { tasks: url("worker.js"), reader: url("reader.js") },
    sandboxWorker: url("sandbox.js"),
  };
  if (options.updateKey !== undefined) await writeFile(files.updateKey, options.updateKey);
  if (options.dataFolderBlocked) await writeFile(join(dir, "data"), "in the way");
  const engine = new EngineDouble();
  const clock = new ManualClock();
  const bugs = new EventEmitter();
  let fetch: Fetch | null = null;
  let starts = 0;
  const running = runDesktop({
    argv: ["winnow"],
    workingDirectory: dir,
    dataDir: join(dir, "data"),
    files,
    clock,
    bugs,
    async startEngine(given) {
      starts += 1;
      fetch = given;
      if (options.engineThrows) throw new Error("broken");
      return options.failure === undefined
        ? { ok: true, value: engine }
        : { ok: false, problem: options.failure };
    },
  });
  if (!options.doNotWait) {
    makeReady();
    await running;
  }

  const end = async () => {
    pretend(realPlatform);
    makeReady();
    await running;
  };
  onTestFinished(end);
  const window = () => {
    const [only] = state.windows;
    if (only === undefined || state.windows.length > 1) throw new Error(`${state.windows.length} windows`);
    return only;
  };
  return {
    engine,
    bugs,
    clock,
    dir,
    files,
    fetch: () => fetch,
    starts: () => starts,
    window,
    pageLoads: () => void window().page.emitter.emit("dom-ready"),
    events: () =>
      window().page.sent.map(({ value }) => {
        const { event, ...rest } = value as BridgeEvent;
        return `${event} ${JSON.stringify(rest)}`;
      }),
    async call(name, input, from = window().page.frame) {
      const handler = state.handlers.get("winnow:call");
      if (handler === undefined) throw new Error("nobody answers calls");
      return await handler({ sender: window().page.contents, senderFrame: from }, { name, input });
    },
    async drop(paths, from = window().page.frame) {
      const handler = state.handlers.get("winnow:files");
      if (handler === undefined) throw new Error("nobody takes files");
      await handler({ sender: window().page.contents, senderFrame: from }, paths);
    },
    end,
  };
}
