import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { DEFAULT_ACCOUNT } from "./accounts.ts";
import { createSandbox } from "./sandbox.ts";

/** What the worker thread of {@link launchSandbox} is started with. */
const start = z.object({
  stateDir: z.string().nullable(),
  port: z.int(),
  speed: z.union([z.number(), z.custom<number>((value) => value === Number.POSITIVE_INFINITY)]),
});

async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("The sandbox's worker runs in a worker thread only.");
  const sandbox = await createSandbox(start.parse(workerData));
  port.once("message", () => {
    void sandbox.close().then(() => port.close());
  });
  port.postMessage({ baseUrl: sandbox.baseUrl, apiKey: sandbox.account(DEFAULT_ACCOUNT).key });
}

await main();
