import { createSandbox } from "../../../electron/sandbox/index.ts";

/** The sandbox at full speed, with credits for any list; it serves until it is ended. */
const sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
const { key } = sandbox.createAccount({ label: "bench", credits: 100_000_000 });
process.stdout.write(`Sandbox at ${sandbox.baseUrl} key ${key}\n`);
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
