import { existsSync } from "node:fs";
import { ok } from "../../../../shared/result.ts";
import { openCleaning } from "../../results/index.ts";
import { layoutOf } from "../../store/index.ts";
import type { Task } from "../../threads/index.ts";

/** Parts of a cleaning that may be paid for, or will be, and whose verdicts are not here, by their ordinals. */
export interface Holder {
  readonly listId: string;
  readonly cleaningId: string;
  /** What the list is called. */
  readonly name: string;
  /** They come home unasked; they wait for somebody; they are over, and their results did not come. */
  readonly why: "under_way" | "waits" | "lost";
  readonly parts: readonly number[];
}

export interface HeldInInput {
  readonly dataDir: string;
  readonly address: string;
  readonly holders: readonly Holder[];
}

/** The first of the cleanings that holds the address, in any spelling, without a verdict; null: none does. */
export const heldInTask: Task<HeldInInput, Holder | null> = async ({ dataDir, address, holders }) => {
  const layout = layoutOf(dataDir);
  return ok(
    holders.find(({ listId, cleaningId, parts }) => {
      const { results } = layout.cleaning(cleaningId);
      // Between a cleaning's first entry and its files there is a moment without them.
      if (!existsSync(results)) return false;
      try {
        const opened = openCleaning(layout.list(listId), results, { readonly: true, lazy: true });
        try {
          const id = opened.list.find(address);
          const { fate, verdict } = opened.results;
          return id >= 0 && verdict[id] === 0 && parts.includes(fate[id] ?? 0);
        } finally {
          opened.close();
        }
      } catch {
        // One whose files are damaged or gone says so itself.
        return false;
      }
    }) ?? null,
  );
};
