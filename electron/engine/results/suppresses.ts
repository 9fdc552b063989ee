import { z } from "zod";
import type { ResultFilter } from "../../../shared/bridge/results.ts";

const optionsSchema = z.object({ suppress: z.boolean() });

/** Whether a cleaning leaves out who is on a suppression list, by the text of its options. What cannot be read counts as the careful choice. */
export function suppressesIn(options: string): boolean {
  try {
    return optionsSchema.parse(JSON.parse(options)).suppress;
  } catch {
    return true;
  }
}

/** Behind which door suppressed rows are is said as the cleaning was started, where nothing else is said. */
export function doorsAsStarted<F extends Pick<ResultFilter, "doors" | "leaveOutSuppressed">>(
  filter: F,
  { suppresses }: { suppresses: boolean },
): F {
  if (filter.doors === undefined) return filter;
  return { ...filter, leaveOutSuppressed: filter.leaveOutSuppressed ?? suppresses };
}
