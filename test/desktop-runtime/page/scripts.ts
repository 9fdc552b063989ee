import { randomUUID } from "node:crypto";
import { openBoundary } from "./boundary.ts";
import { joinPreload } from "./main-world.ts";
import { runPreload } from "./preload-world.ts";

/** Electron's name for the preload's world. */
export const PRELOAD_WORLD = "Electron Isolated Context";

export interface PageScripts {
  readonly carrier: string;
  readonly taker: string;
  /** Runs first, in the page's world. */
  readonly mainWorld: string;
  /** Runs second, in the preload's world. */
  readonly preloadWorld: string;
}

/** Returns the scripts that run before the page's own. `preload` is the text of the built preload. */
export function pageScripts(preload: string): PageScripts {
  const secret = `gate-${randomUUID()}`;
  const carrier = "electronCarry";
  const taker = "electronTake";
  const names = JSON.stringify({ secret, carrier, taker });
  return {
    carrier,
    taker,
    mainWorld: `(${joinPreload})(${openBoundary}, ${JSON.stringify(secret)});`,
    preloadWorld: `(${runPreload})({ ...${names}, openBoundary: ${openBoundary}, 
      preload(require, module, exports) {
${preload}
      } });`,
  };
}
