import { statfsSync } from "node:fs";

/** Kept free beside what is copied: the disk is the user's. */
const MARGIN = 16 * 1024 * 1024;

/** Bytes that may be written to the disk that holds the folder `path`; no bound where the system does not say. */
export function roomAt(path: string): number {
  try {
    const { bavail, bsize, blocks } = statfsSync(path);
    return blocks === 0 ? Number.POSITIVE_INFINITY : Math.max(0, bavail * bsize - MARGIN);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
