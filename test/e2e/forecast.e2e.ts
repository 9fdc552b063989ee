import { dropFile, expect, test } from "./winnow.ts";

/** Recipients at `bad.example` no longer exist, although their mail server accepts everything. */
function people(campaign: string): string[] {
  const at = (count: number, local: string, domain: string) =>
    Array.from({ length: count }, (_, number) => `${local}${campaign}${number}@${domain}`);
  return [
    ...at(400, "valid", "good.example"),
    ...at(60, "catchall", "fine.example"),
    ...at(60, "catchall", "bad.example"),
  ];
}

test("bounces of an exported list forecast those of the next one, which is exported without the likeliest", async ({
  winnow: page,
  saved,
}) => {
  const drop = (name: string, text: string) => dropFile(page, name, text);
  const clean = async (campaign: string) => {
    await drop(`${campaign}.csv`, `Email\n${people(campaign).join("\n")}\n`);
    await page.getByRole("button", { name: /^Verify, \d/ }).click();
    await page.getByRole("button", { name: "Review results" }).click();
    await expect(page.getByRole("button", { name: "Forecast…" })).toBeVisible();
  };
  const exported = async () => {
    const { bytes } = await saved(() =>
      page.getByRole("button", { name: /^Export \d+ (?:rows|addresses)$/ }).click(),
    );
    await page.keyboard.press("Escape");
    return bytes.toString();
  };
  await clean("june");
  await expect(page.getByText("None of your mailings is known yet")).toBeVisible();
  await page.getByRole("button", { name: "Export…" }).click();
  await page.getByRole("radio", { name: /^Everything/ }).check({ force: true });
  await exported();

  const later = Math.floor(Date.now() / 1000) + 60;
  const gone = people("june").filter((address, number) => address.endsWith("@bad.example") && number % 3 > 0);
  const rows = gone.map((address) => `5.1.1,user unknown,${address},${later}`);
  await page.getByRole("link", { name: "Clean" }).click();
  await drop("bounces.csv", `status,reason,email,created\n${rows.join("\n")}\n`);
  await page.getByRole("button", { name: "Import, free" }).click();
  await expect(page.getByText(/^Imported from SendGrid/)).toBeVisible();
  await page.getByRole("button", { name: "Hide 'june.csv'" }).click();

  await clean("july");
  await expect(
    page.getByText(/if you send to the safe addresses, \d+\.\d% \(.* with the risky ones\./),
  ).toBeVisible();
  await page.getByRole("button", { name: "Forecast…" }).click();
  const dialog = page.getByRole("dialog", { name: "Expected bounces: july.csv" });
  await expect(dialog.getByText("Based on 520 addresses that you sent to.")).toBeVisible();
  await expect(dialog.getByRole("table", { name: "Past mailings" })).toContainText("7.7% (40 of 520)");
  const budget = dialog.getByRole("textbox", { name: "Keep bounces below" });
  await budget.fill("");
  await budget.pressSequentially("101");
  await expect(budget).toHaveValue("10 %");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await budget.fill("3");
  await expect(dialog.getByText(/^460 addresses kept: .* 60 addresses are left out:$/)).toBeVisible();
  await expect(dialog.getByText("60 accept-all: bad.example")).toBeVisible();
  await dialog.getByRole("button", { name: "Export kept addresses…" }).click();
  const text = await exported();
  expect(text.trim().split("\n")).toHaveLength(1 + 460);
  expect(text).not.toContain("@bad.example");
  await expect(page.getByText(/^Likely to bounce: /)).toBeVisible();
});
