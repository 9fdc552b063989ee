import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { z } from "zod";
import { startHost } from "../../e2e/browser-host.ts";
import { root } from "../../support/winnow.ts";
import { type BenchContext, type Benchmark, ROWS } from "../bench-context.ts";
import { median, quantile } from "../measure.ts";
import { jumpAndWait, scrollAndWatch } from "../page-probe.ts";
import { atLeast, atMost, type Line } from "../report/line.ts";
import { absoluteLine } from "../report/lines.ts";
import { runMeasured } from "../run-process.ts";
import { startSandbox } from "../sandbox.ts";
import { workloadOf } from "../workload/workload.ts";

const PAINT = "the page, warm start";
const SCROLL = "the page, scrolling through 500,000 rows";
const SCROLLED_MS = 4_000;
const MOST_SCROLLS = 5;
const STEPS = { slowly: 40, fast: 900 };
const cleaned = z.object({ cleaningId: z.string() });

/** Figures of the page, measured with Chromium on the browser host. Not measured without Chromium. */
export const pageBenchmark: Benchmark = {
  name: "page",
  async run(context) {
    if (context.peers.chromium === null) {
      return [
        absoluteLine(PAINT, "first paint", null, "ms", atMost(500)),
        absoluteLine(SCROLL, "frames under 17 ms", null, "%", atLeast(95)),
      ];
    }
    const { dataDir, cleaningId } = await cleanedList(context);
    const host = await startHost(dataDir, { args: [] });
    const browser = await chromium.launch({
      executablePath: process.env.WINNOW_CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
    try {
      return await measurePage(browser, host.url, cleaningId, context.runs);
    } finally {
      await browser.close();
      await host.stop();
    }
  },
};

async function cleanedList(context: BenchContext): Promise<{ dataDir: string; cleaningId: string }> {
  const dataDir = join(context.work, "page");
  const { list } = workloadOf(context.cache, ROWS);
  const { baseUrl, apiKey, stop } = await startSandbox();
  const { found } = await runMeasured("cleaning", {
    dataDir,
    list,
    out: join(context.work, "page.csv"),
    baseUrl,
    apiKey,
    workers: context.workers,
  });
  await stop();
  return { dataDir, cleaningId: cleaned.parse(found).cleaningId };
}

async function measurePage(browser: Browser, url: string, cleaningId: string, runs: number): Promise<Line[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await page.getByRole("main").waitFor();
  const start = page.url();
  const paints: number[] = [];
  for (let run = 0; run < runs; run++) {
    await page.reload();
    await page.getByRole("main").waitFor();
    paints.push(await firstPaint(page));
    // Remaining work of this page must not delay the next one.
    await page.waitForTimeout(1_000);
  }
  const script = await initialScript(page);
  await page.goto(`${new URL(start).origin}/#/cleanings/${cleaningId}`);
  await page.getByRole("grid").getByRole("row").nth(5).waitFor();
  await page.waitForTimeout(1_000);
  const scrolled = async (step: number) => {
    const watched = [];
    for (let run = 0; run < Math.min(runs, MOST_SCROLLS); run++) {
      watched.push(await page.evaluate(scrollAndWatch, { milliseconds: SCROLLED_MS, step }));
    }
    return {
      share: median(watched.map(({ frames }) => shareUnder(frames))),
      longestTask: Math.max(...watched.map((one) => one.longestTask)),
    };
  };
  const slow = await scrolled(STEPS.slowly);
  const fast = await scrolled(STEPS.fast);
  const places = Array.from({ length: 20 }, (_, at) => ((at * 7 + 3) % 20) / 20);
  const jumps = await page.evaluate(jumpAndWait, places);
  return [
    absoluteLine(PAINT, "first paint", median(paints), "ms", atMost(500)),
    absoluteLine(PAINT, "initial script, compressed", script, "kB", atMost(250)),
    absoluteLine(SCROLL, "frames under 17 ms, by the wheel", slow.share, "%", atLeast(95)),
    absoluteLine(SCROLL, "frames under 17 ms, 27 rows a frame", fast.share, "%", atLeast(95)),
    absoluteLine(SCROLL, "longest task", Math.max(slow.longestTask, fast.longestTask), "ms", atMost(100)),
    absoluteLine(
      SCROLL,
      "a jump until its rows are painted, 95th percentile",
      quantile(jumps, 0.95),
      "ms",
      null,
    ),
  ];
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
}

/** Returns the size of the scripts loaded so far, in kilobytes, each file compressed separately. */
async function initialScript(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => name.endsWith(".js")),
  );
  const bytes = [...new Set(urls)].map(
    (url) => gzipSync(readFileSync(join(root, "out/renderer/assets", basename(url)))).length,
  );
  return bytes.reduce((sum, own) => sum + own, 0) / 1000;
}

/** Returns the share of frames under 17 ms in percent. A frame takes 16.7 ms at 60 Hz. */
function shareUnder(frames: readonly number[]): number {
  return (100 * frames.filter((frame) => frame < 17).length) / Math.max(1, frames.length);
}
