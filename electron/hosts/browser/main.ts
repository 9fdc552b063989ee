import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Problem } from "../../../shared/problems.ts";
import { createNodeFetch, redact, systemClock } from "../../engine/index.ts";
import { plainLine, problemLine } from "../plain-text.ts";
import { inProject, programFiles } from "../program-files.ts";
import { extractEnvironment } from "../take-environment.ts";
import { wireEngine } from "../wire-engine.ts";
import { createBrowserHost } from "./host.ts";
import { openPrivately } from "./opener.ts";
import { parseOptions } from "./options.ts";

/** Time for a clean close before the process exits anyway. Durable data is committed earlier. */
const MAX_SHUTDOWN_MS = 8_000;
/** Time until the file that opens the browser is removed if no page signs in. */
const OPENER_LIFETIME_MS = 2 * 60_000;

async function main(): Promise<void> {
  const env = extractEnvironment(process.env);
  const options = parseOptions(process.argv.slice(2), env);
  if (!options.ok) return stop(options.problem, 2);
  const { port, dataDir, sandbox } = options.value;

  const network = createNodeFetch();
  const warm = network.warmUp();
  const wired = await wireEngine({
    ...programFiles(),
    env,
    dataDir,
    host: "browser",
    demo: sandbox,
    fetch: network.fetch,
    log: (line) => process.stderr.write(`${plainLine(line)}\n`),
  });
  if (!wired.ok) return stop(wired.problem, 1);
  const { engine } = wired.value;
  await warm;
  let stopOpening = async () => {};
  const host = await createBrowserHost({
    engine,
    pageDir: fileURLToPath(inProject("out/renderer")),
    uploadsDir: engine.uploadsDir,
    port,
    onSignIn: () => void stopOpening(),
  });
  if (!host.ok) {
    await engine.close();
    return stop(host.problem, 2);
  }

  // An uncaught exception must not stop running cleanings or print a stack trace. Durable data is committed earlier.
  process.on("uncaughtException", (error) => {
    process.stderr.write(`${plainLine(`Internal error: ${redact(error.message, [])}`)}\n`);
  });
  let leaving = false;
  const leave = () => {
    if (leaving) return;
    leaving = true;
    setTimeout(() => process.exit(0), MAX_SHUTDOWN_MS).unref();
    void host.value
      .close()
      .then(() => stopOpening())
      .then(() => engine.close())
      .then(() => process.exit(0));
  };
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
  process.on("SIGHUP", leave);

  const url = host.value.createUrl();
  process.stdout.write(`Winnow is at ${url}\n`);
  // With a fixed port the URL contains a host name, see host.ts.
  if (port !== 0)
    process.stdout.write(
      "If your browser does not find it (some versions of Safari), start Winnow without --port.\n",
    );
  if (process.stdin.isTTY) process.stdout.write("Press Enter here for a new address.\n");
  createInterface({ input: process.stdin, terminal: false })
    .on("line", () => process.stdout.write(`Winnow is at ${host.value.createUrl()}\n`))
    // A closed terminal only disables the Enter key.
    .on("error", () => undefined);
  if (options.value.open && hasDisplay()) {
    const opening = openPrivately(url, join(dataDir, "browser"));
    stopOpening = async () => (await opening)();
    systemClock.after(OPENER_LIFETIME_MS, () => void stopOpening());
  }
}

function hasDisplay(): boolean {
  const { platform, env } = process;
  return platform !== "linux" || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

function stop(met: Problem, code: number): void {
  process.stderr.write(`${problemLine(met)}\n`);
  process.exitCode = code;
}

await main();
