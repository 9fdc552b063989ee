import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What speech control and those who go from heading to heading need, however grave it is said to be. */
const ALWAYS = ["label-content-name-mismatch", "landmark-no-duplicate-banner", "heading-order"];

/** Texts on screen that are smaller than 13 pixels. */
const smallTexts = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { parentElement: parent, textContent: text } = texts.currentNode;
      if (parent === null || !text?.trim() || parent.closest("script, style")) continue;
      if (Number.parseFloat(getComputedStyle(parent).fontSize) < 13) found.push(text.trim());
    }
    return found;
  });

/** Looks at what is on screen with axe, light and dark: nothing serious may be wrong with it, and no text too small. */
export async function look(page: Page, what: string): Promise<void> {
  // Colours on their way from one to the other are neither.
  await page.addStyleTag({ content: "*, *::before, *::after { transition: none !important }" });
  expect.soft(await smallTexts(page), `${what}: small texts`).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(async () => {
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    });
    const builder = new AxeBuilder({ page });
    // In the dark only the colours are others.
    if (colorScheme === "dark") builder.withRules("color-contrast");
    const { violations } = await builder.analyze();
    const grave = violations
      .filter(({ id, impact }) => impact === "serious" || impact === "critical" || ALWAYS.includes(id))
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message).join("; ")}`).join(" | ")}`,
      );
    expect.soft(grave, `${what}, ${colorScheme}`).toEqual([]);
  }
}
