import { EventEmitter } from "node:events";
import type { ReaderMessage, ReaderReply } from "../../electron/engine/results/review/thread/serve.ts";
import { serveReader } from "../../electron/engine/results/review/thread/serve.ts";
import { type TaskMessage, type TaskStart, toldOf } from "../../electron/engine/store/threads.ts";
import { loadTask } from "../../electron/engine/task-table.ts";

/**
 * Stands in for `node:worker_threads` while mutants run: a mutant is active, and its coverage counted, in one thread
 * only. Messages are cloned as between threads; a task that is cut off runs on, but nothing is heard of it any more.
 */
export class Worker extends EventEmitter {
  #ended = false;
  readonly #reader: { hear(message: ReaderMessage): void } | null;

  constructor(_entry: URL, options?: { workerData: { dataDir: string } }) {
    super();
    this.#reader = options === undefined ? null : this.#serve(options.workerData.dataDir);
    if (this.#reader === null) this.#say({ kind: "ready" });
  }

  postMessage(message: TaskStart | ReaderMessage): void {
    const told = structuredClone(message);
    setImmediate(() => {
      if (this.#ended) return;
      if (told === null) this.#end();
      else if ("task" in told) void this.#run(told);
      else this.#reader?.hear(told);
    });
  }

  async terminate(): Promise<number> {
    this.#end();
    return 1;
  }

  ref(): void {}
  unref(): void {}

  async #run({ task, input }: NonNullable<TaskStart>): Promise<void> {
    try {
      const run = await loadTask(task);
      if (run === undefined) throw new Error(`no task named ${task}`);
      const result = await run(input as never, {
        progress: (value) => this.#say({ kind: "progress", value }),
      });
      this.#say({ kind: "done", result, roomy: false });
    } catch (error) {
      this.#say({ kind: "bug", ...toldOf(error) });
    }
  }

  #serve(dataDir: string) {
    const port = new EventEmitter();
    serveReader(
      {
        on: (_event, listener) => void port.on("message", listener),
        postMessage: (reply) => this.#say(reply),
        close: () => this.#end(),
      },
      dataDir,
    );
    return { hear: (message: ReaderMessage) => void port.emit("message", message) };
  }

  #say(message: TaskMessage | ReaderReply): void {
    if (this.#ended) return;
    const told = structuredClone(message);
    setImmediate(() => {
      if (!this.#ended) this.emit("message", told);
    });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    setImmediate(() => this.emit("exit", 0));
  }
}
