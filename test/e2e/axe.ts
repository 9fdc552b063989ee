import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * All rules that axe runs by default, plus two optional ones: the size of targets, and visible labels for speech
 * control. Menus and popovers are appended to the body, so not all contents are in landmarks.
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

/**
 * Waits until colors have changed and animations have ended, and turns off transitions: a button may be enabled again
 * while axe runs, and axe must not measure a color halfway.
 */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const style = document.getElementById("without-transitions") ?? document.createElement("style");
    style.id = "without-transitions";
    style.textContent = "*, *::before, *::after { transition: none !important }";
    document.head.append(style);
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    // Animations driven by scrolling don't end.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline && effect?.getTiming().iterations !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Expects that axe finds no issue on screen, in light and dark, and that no text is too small. */
export async function checkAccessibility(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settle(page);
    // Dark mode only changes colors.
    const runOnly = colorScheme === "dark" ? ["color-contrast"] : undefined;
    // Injecting axe again would take longer than running it.
    const isThere = await page.evaluate(() => "axe" in window);
    const { violations } = await new AxeBuilder({ page, ...(isThere && { axeSource: "0" }) })
      // Otherwise axe gathers its results on a blank page, which takes four times as long. The page has no frames.
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
