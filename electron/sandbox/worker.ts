import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { DEFAULT_ACCOUNT, DEMO_ACCOUNTS } from "./accounts.ts";
import { createSandbox } from "./sandbox.ts";

const start = z.object({
  stateDir: z.string().nullable(),
  port: z.int(),
  speed: z.union([z.number(), z.custom<number>((value) => value === Number.POSITIVE_INFINITY)]),
});

async function main(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("The sandbox's worker runs in a worker thread only.");
  // Every user of the machine can reach the port, so only the launcher gets a key.
  const accounts = DEMO_ACCOUNTS.filter(({ label }) => label === DEFAULT_ACCOUNT);
  const sandbox = await createSandbox({ ...start.parse(workerData), accounts, renewKeys: true });
  port.once("message", () => {
    void sandbox.close().then(() => port.close());
  });
  port.postMessage({ baseUrl: sandbox.baseUrl, apiKey: sandbox.account(DEFAULT_ACCOUNT).key });
}

await main();
