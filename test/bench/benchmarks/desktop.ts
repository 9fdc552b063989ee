import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startDesktop } from "../../e2e/desktop/running-desktop.ts";
import type { Benchmark } from "../bench-context.ts";
import { median } from "../measure.ts";
import { absoluteLine } from "../report/lines.ts";

/** After that long nothing of the start is still being done. */
const REST_MS = 5_000;

/** The desktop's start and what it keeps in memory with nothing to do, on what program.ts finds. */
export const desktopBenchmark: Benchmark = {
  name: "desktop",
  async run({ work, runs }) {
    const { WINNOW_ELECTRON: electron, WINNOW_PACKAGED: packaged } = process.env;
    const isReal = (electron ?? packaged) !== undefined;
    const task = isReal ? "the desktop, warm start" : "the desktop on the stand-in, warm start";
    const dataDir = join(work, "desktop");
    const shown: number[] = [];
    const ready: number[] = [];
    const main: number[] = [];
    const all: number[] = [];
    // The first is the cold one.
    for (let run = 0; run <= runs; run++) {
      const began = performance.now();
      const desktop = await startDesktop({ dataDir });
      const shownAfter = performance.now() - began;
      await desktop.page.getByRole("heading", { level: 1 }).waitFor();
      const readyAfter = performance.now() - began;
      await desktop.page.waitForTimeout(REST_MS);
      const pid = desktop.app.process().pid ?? 0;
      if (run > 0) {
        shown.push(shownAfter);
        ready.push(readyAfter);
        main.push(megabytesOf(pid));
        all.push([pid, ...childrenOf(pid)].reduce((sum, one) => sum + megabytesOf(one), 0));
      }
      await desktop.quit();
    }
    return [
      absoluteLine(task, "window shown", median(shown), "ms", null),
      absoluteLine(task, "page ready", median(ready), "ms", null),
      ...(process.platform === "linux"
        ? [
            absoluteLine(task, "memory at rest, main process", median(main), "MB", null),
            absoluteLine(task, "memory at rest, with Chromium", median(all), "MB", null),
          ]
        : []),
    ];
  },
};

/** What a process has in memory, with its share of what it has in common with others; 0 where the system does not say. */
function megabytesOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** The processes that `pid` started, and those that they did. */
function childrenOf(pid: number): number[] {
  const own = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}
