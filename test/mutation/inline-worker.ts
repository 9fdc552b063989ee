import { EventEmitter } from "node:events";
import type { ReaderMessage, ReaderReply } from "../../electron/engine/results/review/thread/worker.ts";
import type { TaskMessage, TaskStart } from "../../electron/engine/store/threads.ts";

/**
 * Replaces `node:worker_threads` during mutation runs, because a mutant is active and its coverage counted in one
 * thread only. Messages are cloned as between threads. A terminated task continues, but its messages are dropped.
 */
export class Worker extends EventEmitter {
  #ended = false;
  readonly #reader: Promise<EventEmitter> | null;

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
      else void this.#reader?.then((port) => port.emit("message", told));
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
      // Imported late, because the tasks import modules that start threads.
      const { loadTask } = await import("../../electron/engine/task-table.ts");
      const run = await loadTask(task);
      if (run === undefined) throw new Error(`no task named ${task}`);
      const result = await run(input as never, {
        progress: (value) => this.#say({ kind: "progress", value }),
      });
      this.#say({ kind: "done", result, heapIsLarge: false });
    } catch (error) {
      const { serializeError } = await import("../../electron/engine/store/threads.ts");
      this.#say({ kind: "bug", ...serializeError(error) });
    }
  }

  async #serve(dataDir: string): Promise<EventEmitter> {
    const { serveReader } = await import("../../electron/engine/results/review/thread/worker.ts");
    const port = new EventEmitter();
    const on = (event: "message", listener: (message: ReaderMessage) => void) =>
      void port.on(event, listener);
    serveReader({ on, postMessage: (reply) => this.#say(reply), close: () => this.#end() }, dataDir);
    return port;
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
