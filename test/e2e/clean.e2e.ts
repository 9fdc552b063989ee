import { sandboxVerdict } from "../../electron/sandbox/verdicts.ts";
import { ADDRESSES, expectedFile, messyFile, ROWS } from "../support/messy-list.ts";
import { dropFile, expect, test } from "./winnow.ts";

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "2" } } });

const n = (value: number) => value.toLocaleString("en-US");
const verdictOf = (address: string) => sandboxVerdict(address).verdict;
const safe = ADDRESSES.filter((address) => verdictOf(address) === "deliverable").length;

test("a messy list is dropped, priced, verified, reviewed and exported byte for byte", async ({
  winnow: page,
  saved,
}) => {
  await dropFile(page, "kunden.csv", messyFile());
  const line = `${n(ROWS.length)} rows − 2 duplicates − 2 invalid − 1 empty = ${n(ADDRESSES.length)} credits`;
  await expect(page.getByRole("main")).toContainText(line);
  await expect(page.getByRole("main")).toContainText("Nothing has left this machine");

  await page.getByRole("button", { name: /^Verify, \d/ }).click();
  await expect(page.getByText("Verifying", { exact: true })).toBeVisible();
  const progress = page.getByRole("progressbar").first();
  const before = await progress.getAttribute("aria-valuenow");
  await expect(progress).not.toHaveAttribute("aria-valuenow", before ?? "");
  await page.getByRole("button", { name: "Review results" }).click();

  const table = page.getByRole("grid");
  await expect(table).toContainText("ann@deliverable.example");
  await expect(table).toContainText("00012");
  const undeliverable = ROWS.filter(
    ({ address }) => address !== null && verdictOf(address) === "undeliverable",
  ).length;
  await page
    .getByRole("button", { name: /^Undeliverable/ })
    .first()
    .click();
  await expect(page.getByText(`${undeliverable} of ${n(ROWS.length)} rows`)).toBeVisible();
  await page.goBack();
  await expect(table).toContainText("ann@deliverable.example");

  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog");
  const { bytes } = await saved(() =>
    dialog.getByRole("button", { name: `Export ${n(safe)} addresses` }).click(),
  );
  expect(bytes.equals(expectedFile((address) => verdictOf(address) === "deliverable"))).toBe(true);
});
