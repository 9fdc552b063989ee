import type { ChangedCleaning } from "../../../shared/bridge/memory.ts";
import { stackOf } from "../../../shared/errors.ts";
import type { Cleanings } from "../cleanings/index.ts";
import { sourcesIn } from "../memory/index.ts";
import { createStoredValues, type Journal, type Layout } from "../store/index.ts";

interface RecountOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly cleanings: () => Pick<Cleanings, "recountTotals">;
  readonly log: (line: string) => void;
}

const NAME = "recounted";

/** Keeps the totals of finished cleanings up to date with imports, since mail may bounce after a verdict. */
export function createRecount({ journal, layout, cleanings, log }: RecountOptions) {
  const values = createStoredValues(journal);
  let latest: Promise<readonly ChangedCleaning[]> = Promise.resolve([]);
  let closed = false;

  async function recount(): Promise<readonly ChangedCleaning[]> {
    const sources = closed ? null : sourcesIn(journal, layout);
    if (sources === null || values.read(NAME) === sources) return [];
    const changed = await cleanings().recountTotals();
    // Counting stops when Winnow closes.
    if (!closed) journal.commit(() => values.write(NAME, sources));
    return changed;
  }

  return {
    /** Counts again if imports have changed since. Returns the cleanings that changed; does not reject. */
    async run(): Promise<readonly ChangedCleaning[]> {
      latest = latest.then(recount).catch((error: unknown) => {
        log(`counting again: ${stackOf(error)}`);
        return [];
      });
      return latest;
    },
    async close(): Promise<void> {
      closed = true;
      await latest;
    },
  };
}
