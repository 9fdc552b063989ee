import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { systemClock } from "../../../electron/engine/clock.ts";
import { createListCalls } from "../../../electron/engine/lists/index.ts";
import { layoutOf, openJournal } from "../../../electron/engine/store/index.ts";
import { createTaskRunner } from "../../../electron/engine/store/threads.ts";
import type { EngineTasks } from "../../../electron/engine/task-table.ts";
import type { ReferenceOverride } from "../../../shared/bridge/app.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { BridgeEvent } from "../../../shared/bridge.ts";
import { workers } from "../../support/built-workers.ts";
import { testFolder } from "../../support/folders.ts";
import { unwrap } from "../../support/unwrap.ts";

/** Shared by all tests of a file: starting a thread takes longer than reading most lists. */
const runner = createTaskRunner<EngineTasks>(workers.tasks, 1);
afterAll(() => runner.close());

/** Creates the list calls on a separate data folder, with reference overrides that a test can change. */
export function createListFixture(options: Partial<Parameters<typeof createListCalls>[0]> = {}) {
  const dir = testFolder();
  const layout = layoutOf(join(dir, "data"));
  const journal = unwrap(openJournal(layout.journal, layout.backups));
  const overrides: ReferenceOverride[] = [];
  const events: BridgeEvent[] = [];
  const calls = createListCalls({
    journal,
    layout,
    runner,
    emit: (event) => void events.push(event),
    clock: systemClock,
    resolveUpload: () => null,
    samplePath: "",
    overrides: () => [...overrides],
    ...options,
  });
  onTestFinished(() => journal.close());
  const context = { signal: new AbortController().signal };
  const write = (bytes: string | Uint8Array, name = "in.csv") => {
    const path = join(dir, name);
    writeFileSync(path, bytes);
    return path;
  };
  const open = async (source: ListSource) => unwrap(await calls["lists.open"]({ source }, context));
  const read = (listId: string, how: ReadOptions = {}) =>
    calls["lists.read"]({ listId, options: how }, context);
  async function add(name: string, bytes: string | Uint8Array, how: ReadOptions = {}): Promise<Preflight> {
    const { listId } = await open({ kind: "path", path: write(bytes, name) });
    return unwrap(await read(listId, how));
  }
  return { dir, layout, journal, calls, context, overrides, events, write, open, read, add };
}
