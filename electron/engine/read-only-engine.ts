import type { BridgeEvent } from "../../shared/bridge.ts";
import { stackOf } from "../../shared/errors.ts";
import { problem } from "../../shared/problems.ts";
import { fail, type Result } from "../../shared/result.ts";
import { createRunKeys } from "./accounts/index.ts";
import { createFacade } from "./engine.ts";
import type { Engine, EngineOptions } from "./engine-types.ts";
import { pendingErasure } from "./memory/index.ts";
import { redact } from "./service/index.ts";
import {
  checkFolderOwnership,
  copyInMemory,
  isSwapping,
  type Layout,
  layoutOf,
  openLogFile,
  startProblem,
} from "./store/index.ts";
import { createReadOnlyRooms, type RestorableRooms, type Rooms, type Uploads } from "./wiring/index.ts";

/** An opened list is read and discarded. */
const CALLS: ReadonlySet<string> = new Set([
  "accounts.list",
  "accounts.refresh",
  "accounts.sandbox",
  "app.diagnostics",
  "cleanings.get",
  "cleanings.list",
  "cleanings.price",
  "domains.look",
  "domains.stop",
  "forecast.list",
  "lists.discard",
  "lists.open",
  "lists.read",
  "lists.typos",
  "settings.get",
  "suppression.list",
]);

/**
 * Returns true if the data folder can be read. During a restore it holds parts of two histories; after an interrupted
 * erasure it still names erased people, and opening it fully finishes that.
 */
export function canReadFolder(dataDir: string): boolean {
  const layout = layoutOf(dataDir);
  return !isSwapping(layout) && !isErasing(layout);
}

function isErasing(layout: Layout): boolean {
  try {
    return pendingErasure(layout) !== undefined;
  } catch {
    // A damaged record: what it concerns is said where it is needed.
    return false;
  }
}

/**
 * Creates an engine over an in-memory copy of the journal, which works while another Winnow has the data folder. It
 * takes no lock, continues no cleanings and only sends requests for a balance; prices don't include one. Fails with the
 * problems of opening the journal, `store_foreign` or `store_locked`; calls that need more fail with `store_locked`.
 */
export async function createReadOnlyEngine(options: EngineOptions): Promise<Result<Engine>> {
  const { dataDir } = options;
  const locked = fail(problem("store_locked", { dir: dataDir }));
  const writeLog = openLogFile(layoutOf(dataDir).log, () => options.clock.now());
  const log = (line: string) => {
    const safe = redact(line, options.sessionAccount === null ? [] : [options.sessionAccount.apiKey]);
    writeLog(safe);
    options.log(safe);
  };
  try {
    const foreign = checkFolderOwnership(dataDir);
    if (foreign !== null) return fail(foreign);
    const copied = copyInMemory(layoutOf(dataDir).journal);
    if (!copied.ok) return copied;
    // Discard the copy if a restore began while it was made.
    if (!canReadFolder(dataDir)) {
      copied.value.close();
      return locked;
    }
    const listeners = new Set<(event: BridgeEvent) => void>();
    const emit = (event: BridgeEvent) => {
      for (const listener of listeners) listener(event);
    };
    const uploads: Uploads = new Map();
    const rooms = await createReadOnlyRooms(
      {
        options: { ...options, log },
        emit,
        restore: async () => locked,
        erase: async () => locked,
        runKeys: createRunKeys(),
        uploads,
      },
      copied.value,
    );
    const behind = { listeners, emit, log, notices: [], uploads, release: () => {}, dataDir };
    return { ok: true, value: createFacade(readOnly(rooms, locked), behind) };
  } catch (error) {
    log(`reading: ${stackOf(error)}`);
    return fail(startProblem(error, dataDir, dataDir) ?? problem("internal"));
  }
}

function readOnly(rooms: Rooms, locked: Result<never>): RestorableRooms {
  let open: Rooms | null = rooms;
  return {
    current: () => open,
    call: async (name, ask) => (CALLS.has(name) && open !== null ? ask(open.handlers) : locked),
    writing: () => false,
    checking: () => false,
    async close() {
      open = null;
      await rooms.close();
    },
  };
}
