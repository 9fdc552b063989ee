import { z } from "zod";

const optionsSchema = z.object({ suppress: z.boolean() });

/** Whether a cleaning leaves out who is on a suppression list, by the text of its options. What cannot be read counts as the careful choice. */
export function suppressesIn(options: string): boolean {
  try {
    return optionsSchema.parse(JSON.parse(options)).suppress;
  } catch {
    return true;
  }
}
