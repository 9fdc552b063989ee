import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import open from "open";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { createNodeFetch, redact, systemClock } from "../../engine/index.ts";
import { dataDirOf } from "../data-dir.ts";
import { extractEnvironment } from "../extract-environment.ts";
import { plainLine, problemLine } from "../plain-text.ts";
import { inProject, programFiles } from "../program-files.ts";
import { wireEngine } from "../wire-engine.ts";
import { createBrowserHost } from "./host.ts";

export interface BrowserOptions {
  readonly port: number;
  readonly open: boolean;
  readonly sandbox: boolean;
  readonly dataDir: string;
}

export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<BrowserOptions> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: "string", default: "0" },
        open: { type: "boolean", default: true },
        sandbox: { type: "boolean", default: false },
        "data-dir": { type: "string" },
      },
      allowNegative: true,
    });
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return fail(problem("usage", { why: "port", given: values.port }));
    const chosen = values["data-dir"];
    const dataDir = chosen === undefined ? dataDirOf(env) : resolve(chosen);
    return ok({ port, open: values.open, sandbox: values.sandbox, dataDir });
  } catch (error) {
    const said = error instanceof Error ? error.message : undefined;
    return fail(problem("usage", { said }));
  }
}

/**
 * Opens `url` in the user's browser through a private redirect file, because other users can read command lines and the
 * URL holds a token. Recreates `folder` and returns a function that removes it. Never throws: the URL is printed in the
 * terminal as well.
 */
export async function openPrivately(url: string, folder: string): Promise<() => Promise<void>> {
  const remove = () => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  try {
    await remove();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `open-winnow-${randomUUID()}.html`);
    await writeFile(file, openerPage(url), { flag: "wx", mode: 0o600 });
    await open(file);
  } catch {
    await remove();
  }
  return remove;
}

function openerPage(url: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}"><title>Winnow</title></head>
<body><a href="${url}">Open Winnow</a></body></html>
`;
}

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
  if (process.stdin.isTTY) process.stdout.write("Press Enter here for a new link.\n");
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
