import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { onSandbox } from "./on-sandbox.ts";

/**
 * Creates the README's animation from the page, on the sandbox with the sample list: `node test/e2e/moving-picture.ts`
 * after `npm run build`.
 */
const resources = resolve(import.meta.dirname, "../../resources");
const target = join(resources, "screenshots/winnow.webp");
const SHOWN = 960;
mkdirSync(join(resources, "screenshots"), { recursive: true });

const frames: { png: Buffer; milliseconds: number }[] = [];
await onSandbox(async (page) => {
  const show = async (milliseconds: number) => {
    frames.push({ png: await page.screenshot({ animations: "disabled" }), milliseconds });
  };
  const click = async (what: Locator) => {
    await point(page, what);
    await show(900);
    await what.click();
  };
  await page.getByRole("button", { name: "Try it now" }).click();
  await page.getByTestId("price-line").waitFor();
  await page.getByRole("button", { name: "Close 'sample.csv'" }).click();
  await page.getByText("Drop a list here").waitFor();
  await show(1200);
  await drag(page, "dragenter", "dragover");
  await page.waitForTimeout(300);
  await show(900);
  await drag(page, "drop");
  await page.getByTestId("price-line").waitFor();
  await page.waitForTimeout(300);
  await show(2600);
  await click(page.getByRole("button", { name: /^Accept all/ }));
  await page.getByText("23 typos corrected").waitFor();
  await page.getByTestId("price-line").waitFor();
  await show(1200);
  await click(page.getByRole("button", { name: /^Verify, \d/ }));
  const review = page.getByRole("button", { name: "Review results" });
  while (!(await review.isVisible())) {
    await show(350);
    await page.waitForTimeout(450);
  }
  await click(review);
  await page.getByRole("grid").getByRole("row").nth(5).waitFor();
  await page.waitForTimeout(500);
  await show(3000);
  await click(page.getByRole("button", { name: "Export…" }));
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.waitForTimeout(300);
  await show(1200);
  await click(dialog.getByRole("button", { name: /^Export [\d,]+ addresses$/ }));
  await page
    .getByText(/rows? written/)
    .first()
    .waitFor();
  await show(3000);
});

const small = await Promise.all(
  frames.map(({ png }) => sharp(png).resize({ width: SHOWN, kernel: "lanczos3" }).png().toBuffer()),
);
await sharp(small, { join: { animated: true } })
  .webp({ loop: 0, delay: frames.map(({ milliseconds }) => milliseconds), quality: 82, effort: 5 })
  .toFile(target);
process.stdout.write(`${target} ${frames.length} frames, ${Math.round(statSync(target).size / 1024)} kB\n`);

async function drag(page: Page, ...events: string[]): Promise<void> {
  const bytes = readFileSync(join(resources, "sample.csv"), "utf8");
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "autumn-leads.csv"));
    return transfer;
  }, bytes);
  for (const event of events) await page.dispatchEvent("body", event, { dataTransfer });
}

async function point(page: Page, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error("what is to be clicked is not there");
  await page.evaluate(
    ({ x, y }) => {
      const id = "moving-picture-pointer";
      const pointer =
        document.getElementById(id) ?? document.createElementNS("http://www.w3.org/2000/svg", "svg");
      pointer.id = id;
      pointer.setAttribute("viewBox", "0 0 12 18");
      pointer.setAttribute(
        "style",
        `position:fixed;left:${x}px;top:${y}px;width:20px;height:30px;z-index:99999;pointer-events:none`,
      );
      if (pointer.firstChild === null) {
        const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
        shape.setAttribute("d", "M1 1v14l3.5-3.2 2.2 5 2.2-1-2.2-4.9H11.5z");
        shape.setAttribute("fill", "#1b1d22");
        shape.setAttribute("stroke", "#fff");
        pointer.append(shape);
        document.body.append(pointer);
      }
    },
    { x: box.x + box.width * 0.6, y: box.y + box.height * 0.6 },
  );
}
