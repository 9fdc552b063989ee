import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Journal, Layout } from "../store/index.ts";
import type { TaskRunner } from "../threads/index.ts";
import type { SettingsTasks } from "./tasks.ts";

export interface SuppressionLookupOptions {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly runner: Pick<TaskRunner<SettingsTasks>, "run">;
}

/**
 * Whether an address is on a suppression list now. Those asked for while the lists are being read are looked up together
 * next: dozens at once read them twice, not dozens of times. Problem: `store_corrupt`, where a list is damaged.
 */
export function createSuppressionLookup({ journal, layout, runner }: SuppressionLookupOptions) {
  const any = journal.db.prepare("SELECT 1 FROM suppression_lists LIMIT 1");
  let next: { addresses: string[]; answer: Promise<Result<boolean[]>> } | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  function gather(): { addresses: string[]; answer: Promise<Result<boolean[]>> } {
    const addresses: string[] = [];
    const answer = reading.then(() => {
      next = null;
      return runner.run("settings.suppressedOf", { dataDir: layout.dataDir, addresses });
    });
    reading = answer.catch(() => {});
    return { addresses, answer };
  }

  return async (address: string): Promise<Result<boolean>> => {
    if (any.get() === undefined) return ok(false);
    next ??= gather();
    const at = next.addresses.push(address) - 1;
    const answer = await next.answer;
    return answer.ok ? ok(answer.value[at] === true) : fail(answer.problem);
  };
}
