import { expect, it, onTestFinished } from "vitest";
import { testFolder } from "../../support/folders.ts";
import { openInProcess, unwrap } from "../../support/in-process.ts";
import { quickSandbox } from "../../support/quick-sandbox.ts";

const sandbox = await quickSandbox();

it("removing the chosen account resets the price limit for automatic starts", async () => {
  const at = unwrap(await openInProcess(testFolder()));
  onTestFinished(() => at.close());
  const add = async (label: string) => {
    const { key } = sandbox.createAccount({ label, credits: 10 });
    return unwrap(await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey: key })).id;
  };
  const [chosen, other] = [await add("chosen"), await add("other")];
  unwrap(await at.call("settings.set", { accountId: chosen, startUnderCredits: 50 }));
  const limitWithout = async (id: string) => {
    unwrap(await at.call("accounts.remove", { id }));
    return unwrap(await at.call("settings.get", {})).startUnderCredits;
  };
  expect([await limitWithout(other), await limitWithout(chosen)]).toEqual([50, 0]);
});
