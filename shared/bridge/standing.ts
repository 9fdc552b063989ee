import { z } from "zod";

/**
 * What stood at a path when the user agreed to replace it: its number in the file system, its size in bytes, and when
 * it was last changed, in nanoseconds since 1970. The device's number is left out: a restart may change it.
 */
export const standingSchema = z.object({
  file: z.string().regex(/^\d{1,20}$/),
  bytes: z.number().min(0),
  changed: z.string().regex(/^-?\d{1,24}$/),
});
export type Standing = z.infer<typeof standingSchema>;
