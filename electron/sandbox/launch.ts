import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";

export interface LaunchOptions {
  /** Folder in which the sandbox's state outlives the program; null: it does not. */
  readonly stateDir: string | null;
  /** 1 (usual): made for watching; Infinity: at once. */
  readonly speed?: number;
  readonly port?: number;
  /** The worker's entry, where it is not beside this file: in a built program. */
  readonly workerUrl?: URL | string;
}

export interface LaunchedSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Settles when the sandbox has ended, wanted or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

const ready = z.object({ baseUrl: z.string(), apiKey: z.string() });

/**
 * Starts a sandbox in a worker thread of its own, with one account whose key is new at each launch; answers once it can
 * be asked.
 */
export async function launchSandbox(options: LaunchOptions): Promise<LaunchedSandbox> {
  const worker = new Worker(options.workerUrl ?? new URL("./worker.ts", import.meta.url), {
    workerData: { stateDir: options.stateDir, speed: options.speed ?? 1, port: options.port ?? 0 },
  });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const neverReady = ended.then(() =>
    Promise.reject(new Error("The sandbox ended before it could be asked.")),
  );
  const [message] = await Promise.race([once(worker, "message"), neverReady]);
  // From now on an end of it, wanted or not, is seen as a service that cannot be reached.
  neverReady.catch(() => undefined);
  worker.on("error", () => undefined);
  const { baseUrl, apiKey } = ready.parse(message);
  // The program may end while the sandbox still listens.
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
