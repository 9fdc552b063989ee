import type { Page } from "@playwright/test";

/** Has the page note its long tasks (over 50 ms on its main thread) from the next load on. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(Math.round(entry.duration));
    }).observe({ type: "longtask", buffered: true });
  });
}

/** The long tasks since the last time that they were asked for, in milliseconds. */
export async function takeLongTasks(page: Page): Promise<number[]> {
  return await page.evaluate(() => {
    const seen: unknown = Reflect.get(window, "longTasks");
    return Array.isArray(seen) ? seen.splice(0).filter((one) => typeof one === "number") : [];
  });
}
