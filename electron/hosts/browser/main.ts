import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Problem } from "../../../shared/problems.ts";
import { createKeychain } from "../../engine/accounts/index.ts";
import { createEngine } from "../../engine/engine.ts";
import { systemClock } from "../../engine/handlers.ts";
import { createNodeFetch, redact } from "../../engine/service/index.ts";
import { layoutOf } from "../../engine/store/index.ts";
import { launchSandbox } from "../../sandbox/index.ts";
import { environmentAccount, sandboxSpeed } from "../environment.ts";
import { bundledLicences } from "../licences.ts";
import { createBrowserHost } from "./host.ts";
import { openPrivately } from "./opener.ts";
import { parseOptions } from "./options.ts";

/** What a clean close may take; then the process ends all the same. Everything that counts is committed before. */
const MOST_CLOSING_MS = 8_000;
/** How long the file that opens the browser is there when no page comes in. */
const MOST_OPENING_MS = 2 * 60_000;

const at = (path: string) => new URL(`../../../${path}`, import.meta.url);

/** Serves Winnow in the browser until it is told to end. */
async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2), process.env);
  if (!options.ok) return stop(options.problem, 2);
  const { port, dataDir, sandbox } = options.value;

  const network = createNodeFetch();
  const warm = network.warmUp();
  const engine = await createEngine({
    dataDir,
    keychain: createKeychain(),
    fetch: network.fetch,
    clock: systemClock,
    launchSandbox: () =>
      launchSandbox({ stateDir: layoutOf(dataDir).sandbox, speed: sandboxSpeed(process.env) }),
    session: environmentAccount(process.env),
    host: "browser",
    version: version(),
    demo: sandbox,
    licences: await bundledLicences(at("out/")),
    samplePath: fileURLToPath(at("resources/sample.csv")),
    workers: { tasks: at("electron/engine/worker.ts"), reader: at("electron/engine/reader.ts") },
    log: (line) => process.stderr.write(`${line}\n`),
  });
  if (!engine.ok) return stop(engine.problem, 1);
  await warm;
  let stopOpening = async () => {};
  const host = await createBrowserHost({
    engine: engine.value,
    pageDir: fileURLToPath(at("out/renderer")),
    uploadsDir: engine.value.uploadsDir,
    port,
    onEntered: () => void stopOpening(),
  });
  if (!host.ok) {
    await engine.value.close();
    return stop(host.problem, 2);
  }

  // What nobody caught must neither end the cleanings under way nor show a stack trace; what counts is committed before.
  process.on("uncaughtException", (error) => {
    process.stderr.write(`A mistake of Winnow's own: ${redact(error.message, [])}\n`);
  });
  let leaving = false;
  const leave = () => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(0), MOST_CLOSING_MS).unref();
    void host.value
      .close()
      .then(() => stopOpening())
      .then(() => engine.value.close())
      .then(() => process.exit(0));
  };
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
  process.on("SIGHUP", leave);
  const url = host.value.newUrl();
  process.stdout.write(`Winnow is at ${url}\n`);
  if (process.stdin.isTTY) process.stdout.write("Press Enter here for a new address.\n");
  createInterface({ input: process.stdin, terminal: false })
    .on("line", () => process.stdout.write(`Winnow is at ${host.value.newUrl()}\n`))
    // A terminal that has gone takes nothing away but this.
    .on("error", () => undefined);
  if (options.value.open && hasDisplay()) {
    const opening = openPrivately(url, join(dataDir, "browser"));
    stopOpening = async () => (await opening)();
    systemClock.after(MOST_OPENING_MS, () => void stopOpening());
  }
}

function version(): string {
  const text = readFileSync(at("package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

function hasDisplay(): boolean {
  const { platform, env } = process;
  return platform !== "linux" || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

function stop({ title, detail, action }: Problem, code: number): void {
  process.stderr.write(`${title}. ${detail}${action === undefined ? "" : ` ${action}`}\n`);
  process.exitCode = code;
}

await main();
