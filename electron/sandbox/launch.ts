import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";

export interface LaunchOptions {
  /** Folder of persistent state; `null` to keep it in memory. */
  readonly stateDir: string | null;
  /** 1 (default) is suitable for watching; Infinity is immediate. */
  readonly speed?: number;
  readonly port?: number;
  /** The worker's entry point in a built program. */
  readonly workerUrl?: URL | string;
}

export interface LaunchedSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Resolves when the sandbox has ended, intentionally or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const ready = z.object({ baseUrl: z.string(), apiKey: z.string() });

/** Starts a sandbox in a worker thread, with a new key. Resolves once it accepts requests. */
export async function launchSandbox(options: LaunchOptions): Promise<LaunchedSandbox> {
  const worker = new Worker(options.workerUrl ?? new URL("./worker.ts", import.meta.url), {
    workerData: { stateDir: options.stateDir, speed: options.speed ?? 1, port: options.port ?? 0 },
  });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const neverReady = ended.then(() =>
    Promise.reject(new Error("The sandbox ended before it could be asked.")),
  );
  const [message] = await Promise.race([once(worker, "message"), neverReady]);
  // A later crash shows as an unreachable service.
  neverReady.catch(() => undefined);
  worker.on("error", () => undefined);
  const { baseUrl, apiKey } = ready.parse(message);
  // The program may exit while the sandbox is listening.
  worker.unref();
  return {
    baseUrl,
    apiKey,
    ended,
    async close() {
      worker.ref();
      worker.postMessage("close");
      await ended;
    },
  };
}
