import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTaskRunner, type Task } from "../../../electron/engine/store/index.ts";

interface Tasks extends Record<string, Task<never, unknown>> {
  endless: Task<Record<string, never>, null>;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-tasks-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that takes its time to load, as one does that loads native code; `loaded` stands once it has. */
function slowThread(loaded: string): URL {
  const path = join(folder, "slow.mjs");
  writeFileSync(
    path,
    `import { writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
writeFileSync(${JSON.stringify(loaded)}, "");
parentPort.on("message", () => {});
parentPort.postMessage({ kind: "ready" });
`,
  );
  return pathToFileURL(path);
}

it.each(["cancelled", "closed"])("a thread is not cut off while it loads: %s", async (how) => {
  const loaded = join(folder, `loaded-${how}`);
  const runner = createTaskRunner<Tasks>(slowThread(loaded), 1);
  const abort = new AbortController();
  const answer = runner.run("endless", {}, { signal: abort.signal });
  // The thread has the task by now, and is far from having loaded.
  await setImmediate();
  expect(existsSync(loaded)).toBe(false);
  if (how === "cancelled") abort.abort();
  else await runner.close();
  expect(await answer).toMatchObject({ ok: false, problem: { code: "cancelled" } });
  expect(existsSync(loaded)).toBe(true);
  await runner.close();
});
