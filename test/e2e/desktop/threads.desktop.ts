import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/sandbox.ts";
import { dropPaths } from "./drop.ts";
import { type RunningDesktop, startDesktop } from "./running-desktop.ts";

const KEY = "canary-7f3a2e99c1d46a-threads";

let service: Sandbox;
let desktop: RunningDesktop;
test.beforeEach(async () => {
  service = await createSandbox({ accounts: [{ label: "acme", key: KEY, credits: 100 }] });
  // Not in its demo: the sandbox of that has a thread as well, which is to stay.
  const env = { WINNOW_BASE_URL: service.baseUrl, WINNOW_API_KEY: KEY };
  desktop = await startDesktop({ args: [], env });
});
test.afterEach(async () => {
  await desktop.remove();
  await service.close();
});

/** Ends every worker thread of main's, as if it had crashed; answers how many there were. */
const endThreads = () =>
  desktop.app.evaluate(async () => {
    const { Session } = process.getBuiltinModule("node:inspector/promises");
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    Object.assign(globalThis, { WorkerPrototype: Worker.prototype });
    // Nothing lists them: they are looked for among all objects.
    const session = new Session();
    session.connect();
    const { result: prototype } = await session.post("Runtime.evaluate", { expression: "WorkerPrototype" });
    const { objects } = await session.post("Runtime.queryObjects", {
      prototypeObjectId: prototype.objectId ?? "",
    });
    await session.post("Runtime.callFunctionOn", {
      objectId: objects.objectId ?? "",
      functionDeclaration: "function () { globalThis.workers = [...this]; }",
    });
    session.disconnect();
    const living = (Reflect.get(globalThis, "workers") as InstanceType<typeof Worker>[]).filter((worker) => {
      try {
        return worker.threadId > 0;
      } catch {
        // Node has one that never was a thread.
        return false;
      }
    });
    await Promise.all(living.map((worker) => worker.terminate()));
    return living.length;
  });

test("a thread that ends takes nothing with it: the next list is read by another", async () => {
  const { page, dataDir } = desktop;
  const open = async (name: string) => {
    const path = join(dataDir, name);
    writeFileSync(path, "email\nann@acme.example\n");
    await dropPaths(page, page.locator("body"), [path]);
    const card = page.getByRole("region", { name, exact: true });
    await expect(card.getByTestId("price-line")).toContainText("1 row");
  };
  await open("before.csv");
  expect(await endThreads()).toBeGreaterThan(0);
  await open("after.csv");
});
