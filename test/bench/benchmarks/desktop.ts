import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startDesktop } from "../../e2e/desktop/running-desktop.ts";
import type { Benchmark } from "../bench-context.ts";
import { median } from "../measure.ts";
import { absoluteLine } from "../report/lines.ts";

/** Time after which the start has finished. */
const REST_MS = 5_000;

/** Start-up time and idle memory of the desktop, on the program that program.ts finds. */
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
    // The first start is cold and not counted.
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

/** Returns the proportional set size (PSS) of a process in megabytes, or 0 if the system does not report it. */
function megabytesOf(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}

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
