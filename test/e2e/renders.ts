import type { Page } from "@playwright/test";

/**
 * Has React tell of every commit from the next load on, by the hook that its developer tools use: how many there were, and
 * how often the card of a list was drawn.
 */
export async function watchRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      readonly type: unknown;
      readonly memoizedProps: Record<string, unknown> | null;
      readonly alternate: Fiber | null;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    const seen = { commits: 0, cards: 0 };
    /** Goes only where this commit drew something: elsewhere the children are those of the commit before. */
    const walk = (fiber: Fiber): void => {
      const before = fiber.alternate;
      const props = fiber.memoizedProps;
      if (
        fiber.type === "section" &&
        typeof props?.["data-list"] === "string" &&
        before?.memoizedProps !== props
      )
        seen.cards += 1;
      if (before !== null && before.child === fiber.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) walk(child);
    };
    Object.assign(window, {
      renders: seen,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberRoot(_id: number, root: { current: Fiber }) {
          seen.commits += 1;
          walk(root.current);
        },
        onCommitFiberUnmount() {},
        onPostCommitFiberRoot() {},
      },
    });
  });
}

/** How often React drew something since the last load, and how often the card of a list was part of it. */
export async function renders(page: Page): Promise<{ commits: number; cards: number }> {
  return await page.evaluate(() => {
    const seen: unknown = Reflect.get(window, "renders");
    return {
      commits: Number(Reflect.get(Object(seen), "commits")),
      cards: Number(Reflect.get(Object(seen), "cards")),
    };
  });
}
