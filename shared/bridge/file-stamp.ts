import { z } from "zod";

/**
 * Stamp of the file that the user agreed to replace: inode, size in bytes, and modification time in nanoseconds since
 * 1970. The device number is left out because it can change on restart.
 */
export const fileStampSchema = z.object({
  file: z.string().regex(/^\d{1,20}$/),
  bytes: z.number().min(0),
  changed: z.string().regex(/^-?\d{1,24}$/),
});
export type FileStamp = z.infer<typeof fileStampSchema>;
