import { createSandbox } from "../../../electron/sandbox/index.ts";

/** Serves a sandbox at full speed with credits for any list, until SIGTERM. */
const sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
const { key } = sandbox.createAccount({ label: "bench", credits: 100_000_000 });
process.stdout.write(`Sandbox at ${sandbox.baseUrl} key ${key}\n`);
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
