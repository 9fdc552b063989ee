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

/** Returns the switches, radio buttons and checkboxes whose shape cannot be told from the page. */
const invisibleControls = (page: Page) =>
  page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor;
    const isSeen = (colour: string) => colour !== canvas && !/^rgba.*, 0\)$/.test(colour);
    return [...document.querySelectorAll("[role=switch], input[type=radio], input[type=checkbox]")]
      .filter((control) => {
        const shape = control.getAttribute("role") === "switch" ? control.nextElementSibling : control;
        // The choices of a segmented control are hidden: their labels show the state.
        if (shape === null || !shape.checkVisibility({ opacityProperty: true })) return false;
        const { width } = shape.getBoundingClientRect();
        const { backgroundColor, borderTopColor, borderTopWidth, appearance } = getComputedStyle(shape);
        const hasEdge = Number.parseFloat(borderTopWidth) > 0 && isSeen(borderTopColor);
        return width > 4 && appearance === "none" && !hasEdge && !isSeen(backgroundColor);
      })
      .map(({ outerHTML }) => outerHTML);
  });

const LOOKS = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "forced colours": { colorScheme: "light", forcedColors: "active" },
} as const;

/** Expects that axe finds no issue on screen, in light, dark and forced colours, and that no text is too small. */
export async function checkAccessibility(page: Page, what: string): Promise<void> {
  for (const [look, media] of Object.entries(LOOKS)) {
    await page.emulateMedia({ ...media, reducedMotion: "reduce" });
    await settle(page);
    // Only colors differ from light mode.
    const runOnly = look === "light" ? undefined : ["color-contrast"];
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
    expect.soft(found, `${what}, ${look}`).toEqual([]);
  }
  expect.soft(await invisibleControls(page), `${what}: controls in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
  expect.soft(await smallTexts(page), `${what}: small texts`).toEqual([]);
}
