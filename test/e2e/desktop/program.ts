import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/**
 * What runs as the desktop: the unpacked build that WINNOW_PACKAGED points at, or the program in WINNOW_ELECTRON on the
 * bundles in out/ – Electron's own, where scripts/test.mjs has found it –, or the stand-in for it.
 */
export function program(): { executablePath: string; args: string[] } {
  const { WINNOW_PACKAGED: packaged, WINNOW_ELECTRON: electron } = process.env;
  if (packaged !== undefined) return { executablePath: packaged, args: [] };
  return { executablePath: electron ?? resolve(root, "test/desktop-runtime/electron"), args: [root] };
}
