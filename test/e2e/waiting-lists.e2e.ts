import type { Page } from "@playwright/test";
import { dropFiles } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const LISTS = 12;
const ADDRESSES = 20;

test.use({
  serviceOptions: {
    speed: 0.1,
    accounts: [{ label: "acme", key: "canary-5d1f0c77a9b24e-e2e", credits: 10_000 }],
  },
});

const files = Array.from({ length: LISTS }, (_, client) => ({
  name: `client ${client}.csv`,
  bytes: Buffer.from(
    `Email\n${Array.from({ length: ADDRESSES }, (_, n) => `p${n}@c${client}.example\n`).join("")}`,
  ),
}));

/** What the page did to those who wait: buttons to start a list that could not be pressed, and where the focus was. */
interface Watched {
  unusable: string[];
  focused: string[];
}

async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched: Watched = { unusable: [], focused: [] };
    Object.assign(window, { watched });
    const pressed = new Set<string>();
    const nameOf = (element: Element) =>
      element.closest("section[aria-label^='client']")?.getAttribute("aria-label");
    const look = () => {
      for (const button of document.querySelectorAll("[data-aim^='start ']")) {
        const name = nameOf(button) ?? "";
        const isWaiting =
          button.matches(":disabled, [aria-disabled=true]") && !button.matches("[aria-busy=true]");
        if (isWaiting && !pressed.has(name)) watched.unusable.push(name);
      }
      const at = document.activeElement;
      const where = at === null || at === document.body ? "body" : `${at.tagName} ${at.textContent}`;
      if (watched.focused.at(-1) !== where) watched.focused.push(where);
    };
    // After what keeps the focus has seen the same change, in each frame, and as it moves.
    new MutationObserver(() => queueMicrotask(look)).observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
    });
    document.addEventListener("focusout", () => setTimeout(look), true);
    const frame = () => {
      look();
      requestAnimationFrame(frame);
    };
    frame();
  });
}

const watched = (page: Page) => page.evaluate(() => Reflect.get(window, "watched") as Watched);

test("starting lists one after the other holds up none that waits, and the focus goes with each", async ({
  connected: page,
}) => {
  test.setTimeout(180_000);
  const underWay = { now: 0, most: 0, asked: 0 };
  const isPrice = (url: string) => url.endsWith("/bridge/cleanings.price");
  page.on("request", (request) => {
    if (!isPrice(request.url())) return;
    underWay.asked += 1;
    underWay.now += 1;
    underWay.most = Math.max(underWay.most, underWay.now);
  });
  page.on("requestfinished", (request) => {
    if (isPrice(request.url())) underWay.now -= 1;
  });
  await dropFiles(page, page.locator("body"), files);
  const buttons = page.getByRole("button", { name: "Clean list", disabled: false });
  await expect(buttons).toHaveCount(LISTS, { timeout: 60_000 });
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => underWay.now).toBe(0);
  underWay.most = 0;
  underWay.asked = 0;
  await buttons.first().focus();
  await watch(page);
  for (let nth = 0; nth < 6; nth++) {
    const name = `client ${nth}.csv`;
    await page.getByRole("region", { name, exact: true }).getByRole("button", { name: "Clean list" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("article", { name, exact: true }).getByRole("heading")).toBeFocused();
  }
  // What the others would leave is told anew, and none of them was kept from being started.
  await expect(page.getByText(/^You have .*; 9,860 will be left\.$/)).toHaveCount(LISTS - 6);
  const seen = await watched(page);
  expect(seen.unusable).toEqual([]);
  expect(seen.focused).not.toContain("body");
  expect(seen.focused.filter((one) => one.startsWith("H1"))).toEqual([]);
  expect(underWay.most).toBe(1);
});
