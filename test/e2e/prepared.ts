import { expect, type Page } from "@playwright/test";
import type { CallInput, CallOutput, EngineCallName } from "../../shared/bridge.ts";
import type { Result } from "../../shared/result.ts";

/** Calls the engine as the page does, in a browser or on the desktop. */
export async function callEngine<N extends EngineCallName>(
  page: Page,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const answer = await page.evaluate(
    async ([call, given]) => {
      if (window.winnow !== undefined) return await window.winnow.call(call as N, given as CallInput<N>);
      // The page has the pass once its token is redeemed.
      while (sessionStorage.getItem("winnow.pass") === null) await new Promise(requestAnimationFrame);
      const response = await fetch(`/bridge/${call}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${sessionStorage.getItem("winnow.pass")}`,
        },
        body: JSON.stringify(given),
      });
      return await response.json();
    },
    [name as string, input as unknown] as const,
  );
  const result = answer as Result<CallOutput<N>>;
  if (!result.ok) throw new Error(`${name}: ${result.problem.code}: ${result.problem.detail}`);
  return result.value;
}

/**
 * Cleans a list through the bridge, with the first account or else the sandbox. Returns the cleaning's id once it is
 * done.
 */
export async function clean(page: Page, name: string, text: string): Promise<string> {
  const { listId } = await callEngine(page, "lists.open", { source: { kind: "text", name, text } });
  await callEngine(page, "lists.read", { listId, options: {} });
  const { accounts } = await callEngine(page, "accounts.list", {});
  const { id: accountId } = accounts[0] ?? (await callEngine(page, "accounts.sandbox", {}));
  const options = { reuseKnown: true, suppress: true, limit: null };
  const { credits } = await callEngine(page, "cleanings.price", { listId, accountId, options });
  const { id } = await callEngine(page, "cleanings.start", {
    listId,
    accountId,
    options,
    agreedCredits: credits,
    waitForCredits: false,
  });
  const state = async () => (await callEngine(page, "cleanings.get", { cleaningId: id })).state;
  await expect.poll(state, { intervals: [50] }).toBe("done");
  return id;
}

export async function review(page: Page, name: string, text: string): Promise<void> {
  const id = await clean(page, name, text);
  await page.goto(`${page.url().split("#")[0]}#/cleanings/${id}`);
  await expect(page.getByRole("grid", { name: "Results" }).getByRole("row").nth(1)).toBeVisible();
}

export async function goTo(
  page: Page,
  place: "Clean" | "Lists" | "Check" | "Bounces" | "Settings",
): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: place, exact: true }).click();
}
