export interface PageWatch {
  /** Times between painted frames in ms. */
  readonly frames: number[];
  /** Longest task in ms, or 0 if none took more than 50 ms. */
  readonly longestTask: number;
}

/** Scrolls the grid by `step` pixels per frame for `milliseconds`, and measures every frame. Runs in the page. */
export async function scrollAndWatch({
  milliseconds,
  step,
}: {
  milliseconds: number;
  step: number;
}): Promise<PageWatch> {
  const grid = document.querySelector('[role="grid"]');
  if (grid === null) throw new Error("there is no grid");
  let longestTask = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longestTask = Math.max(longestTask, entry.duration);
  });
  observer.observe({ type: "longtask" });
  const frames: number[] = [];
  await new Promise<void>((resolve) => {
    let began = 0;
    let before = 0;
    const frame = (now: number) => {
      if (began === 0) began = now;
      else frames.push(now - before);
      before = now;
      grid.scrollTop += step;
      if (now - began < milliseconds) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  observer.disconnect();
  return { frames, longestTask };
}

/**
 * Jumps to `places` (0 to 1 of the list) and returns the time of each until its rows are shown, in ms. Runs in the
 * page.
 */
export async function jumpAndWait(places: number[]): Promise<number[]> {
  const grid = document.querySelector('[role="grid"]');
  if (grid === null) throw new Error("there is no grid");
  const isFilled = () => {
    const middle = grid.getBoundingClientRect();
    const row = document
      .elementFromPoint(middle.left + middle.width / 2, middle.top + middle.height / 2)
      ?.closest('[role="row"]');
    return (row?.textContent ?? "") !== "";
  };
  const times: number[] = [];
  for (const place of places) {
    const began = performance.now();
    grid.scrollTop = Math.floor((grid.scrollHeight - grid.clientHeight) * place);
    await new Promise<void>((resolve) => {
      const look = () => (isFilled() ? resolve() : requestAnimationFrame(look));
      // The first frame shows the new place, even if it is still empty.
      requestAnimationFrame(() => requestAnimationFrame(look));
    });
    times.push(performance.now() - began);
  }
  return times;
}
