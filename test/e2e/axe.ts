import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Every rule that axe runs by default counts, with two that it leaves out: the size of targets, and visible labels for
 * speech control. Menus and popovers are appended to the body, so not all contents are in landmarks.
 */
const RULES = {
  "target-size": { enabled: true },
  "label-content-name-mismatch": { enabled: true },
  region: { enabled: false },
};

/** Returns the texts on screen that are smaller than 13 pixels. */
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

/** Waits for the page to follow a change of colors, and for all that is animated: axe would measure it half-way. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Expects axe to find no issue with what is on screen, in light and in dark, and no text to be too small. */
export async function look(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settle(page);
    // In the dark only the colors differ.
    const runOnly = colorScheme === "dark" ? ["color-contrast"] : undefined;
    // Injected again, axe would take longer to be parsed than to run.
    const isThere = await page.evaluate(() => "axe" in window);
    const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: "0" }) })
      // Without it, axe gathers its results on a blank page, which takes four times as long; there are no frames.
      .setLegacyMode()
      .options({ resultTypes: ["violations"], rules: RULES, ...(runOnly && { runOnly }) })
      .analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message).join("; ")}`).join(" | ")}`,
    );
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  expect.soft(await smallTexts(page), `${what}: small texts`).toEqual([]);
}
