import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../..");

/**
 * Returns the desktop program: the packed build in WINNOW_PACKAGED, the Electron in WINNOW_ELECTRON on the bundles in
 * out/ (set by scripts/test.mjs if Electron is installed), or the stand-in.
 */
export function program(): { executablePath: string; args: string[] } {
  const { WINNOW_PACKAGED: packaged, WINNOW_ELECTRON: electron } = process.env;
  if (packaged !== undefined) return { executablePath: packaged, args: [] };
  return { executablePath: electron ?? resolve(root, "test/desktop-runtime/electron"), args: [root] };
}
