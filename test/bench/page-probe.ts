/** What the page's own thread went through while it was watched. */
export interface PageWatch {
  /** Milliseconds between the frames that were painted. */
  readonly frames: number[];
  /** The longest task, in milliseconds; 0: none was longer than 50. */
  readonly longestTask: number;
}

/** Runs in the page: scrolls the grid by `step` pixels a frame for `milliseconds`, and watches every frame. */
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

/** Runs in the page: jumps to `places` (0..1 of the whole list) and says how long each took until its rows were there. */
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
      // The first frame shows the new place, empty or not.
      requestAnimationFrame(() => requestAnimationFrame(look));
    });
    times.push(performance.now() - began);
  }
  return times;
}
