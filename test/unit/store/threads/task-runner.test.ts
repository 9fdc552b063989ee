import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createTaskRunner, type Task } from "../../../../electron/engine/store/index.ts";
import { suiteFolder } from "../../../support/folders.ts";

interface Tasks extends Record<string, Task<never, unknown>> {
  endless: Task<Record<string, never>, null>;
  named: Task<{ heapIsLarge: boolean }, number>;
  broken: Task<{ heapIsLarge: boolean }, number>;
  gated: Task<{ gate: SharedArrayBuffer; begun?: SharedArrayBuffer }, string>;
}

const folder = suiteFolder();

/** Writes the script of a thread whose task ends once its gate is open. */
function gatedThread(): URL {
  const path = join(folder, "gated.mjs");
  writeFileSync(
    path,
    `import { parentPort } from "node:worker_threads";
parentPort.on("message", (told) => {
  if (told === null) return parentPort.close();
  if (told.input.begun) Atomics.store(new Int32Array(told.input.begun), 0, 1);
  Atomics.wait(new Int32Array(told.input.gate), 0, 0);
  parentPort.postMessage({ kind: "done", result: { ok: true, value: "done" }, heapIsLarge: false });
});
parentPort.postMessage({ kind: "ready" });
`,
  );
  return pathToFileURL(path);
}

function closedGate(): { gate: SharedArrayBuffer; open(): void } {
  const gate = new SharedArrayBuffer(4);
  return {
    gate,
    open() {
      Atomics.store(new Int32Array(gate), 0, 1);
      Atomics.notify(new Int32Array(gate), 0);
    },
  };
}

describe("tasks in the queue of a runner", () => {
  it("can be cancelled while queued, but run to the end once begun if the caller passes `onBegun`", async () => {
    const runner = createTaskRunner<Tasks>(gatedThread(), 1);
    const [first, second] = [closedGate(), closedGate()];
    const abort = new AbortController();
    const begun: string[] = [];
    const run = (name: string, { gate }: ReturnType<typeof closedGate>) =>
      runner.run("gated", { gate }, { signal: abort.signal, onBegun: () => void begun.push(name) });
    const running = run("first", first);
    const waiting = run("second", second);
    await setImmediate();
    abort.abort();
    expect(await waiting).toMatchObject({ ok: false, problem: { code: "cancelled" } });
    first.open();
    expect(await running).toEqual({ ok: true, value: "done" });
    expect(begun).toEqual(["first"]);
    await runner.close();
  });
});

/** Writes the script of a thread that returns its ID, reports whether its heap has grown, and crashes on request. */
function namedThread(): URL {
  const path = join(folder, "named.mjs");
  writeFileSync(
    path,
    `import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", (told) => {
  if (told === null) return parentPort.close();
  if (told.task === "broken") throw new Error("a bug");
  parentPort.postMessage({ kind: "done", result: { ok: true, value: threadId }, heapIsLarge: told.input.heapIsLarge });
});
parentPort.postMessage({ kind: "ready" });
`,
  );
  return pathToFileURL(path);
}

describe("a thread", () => {
  const small = { heapIsLarge: false };

  it("is replaced after a task if the heap has grown", async () => {
    const runner = createTaskRunner<Tasks>(namedThread(), 1);
    const first = await runner.run("named", { heapIsLarge: true });
    expect(await runner.run("named", small)).not.toEqual(first);
    await runner.close();
  });

  it("is replaced after a task that crashed it", async () => {
    const runner = createTaskRunner<Tasks>(namedThread(), 1);
    const first = await runner.run("named", small);
    await expect(runner.run("broken", small)).rejects.toThrow("a bug");
    const next = await runner.run("named", small);
    expect(next).toMatchObject({ ok: true });
    expect(next).not.toEqual(first);
    await runner.close();
  });
});
