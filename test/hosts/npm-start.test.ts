import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testFolder } from "../support/folders.ts";
import { collectOutput } from "../support/processes.ts";
import { CTRL_C, inPty } from "../support/pty.ts";
import { root } from "../support/winnow.ts";

let folder: string;
let started: ChildProcess | null = null;

beforeEach(() => {
  folder = testFolder();
});
afterEach(() => {
  started?.kill("SIGKILL");
  started = null;
});

function fakeProgram(script: string, name = "electron"): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** Writes a program that runs `text` on Node for at most a minute, and returns its path. */
function fakeNodeProgram(text: string): string {
  writeFileSync(join(folder, "program.mjs"), `setTimeout(() => process.exit(9), 60_000);\n${text}`);
  return fakeProgram(`exec "${process.execPath}" "${join(folder, "program.mjs")}" "$@"`);
}

const script = (name: string) => JSON.stringify(join(root, "scripts", `${name}.mjs`));

/** Returns Node's arguments to open Winnow with `program` as Electron and a browser host that prints its arguments. */
function opening(
  program: string,
  { startMs = "Infinity", repeatMs = "Infinity", args = [] as string[], before = "", after = "" } = {},
): string[] {
  const host = [
    "--eval",
    "console.log('browser:', ...process.argv.slice(1), 'in', process.env.WINNOW_DATA_DIR)",
    "--",
  ];
  const text = `
    import { openDesktop, openWinnow, readArguments } from ${script("open-winnow")};
    const desktop = async (given) => {
      ${before}
      return openDesktop({
        ...given,
        program: ${JSON.stringify(program)},
        startMs: ${startMs},
        repeatMs: ${repeatMs},
      });
    };
    const opened = openWinnow(readArguments(${JSON.stringify(args)}), ${JSON.stringify(host)}, desktop);
    ${after}
    process.exitCode = await opened;`;
  return ["--input-type=module", "--eval", text];
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}
function start(
  program: string,
  args: readonly string[],
  { env = {}, onOutput }: { env?: NodeJS.ProcessEnv; onOutput?: (text: string, child: ChildProcess) => void },
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: undefined, WINNOW_DATA_DIR: "/data", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started = child;
  let output = "";
  const { ended } = collectOutput(child, (text) => {
    output += text;
    onOutput?.(text, child);
  });
  return ended.then(({ code }) => ({ code, output }));
}

const open = (...given: Parameters<typeof opening>) => start(process.execPath, opening(...given), {});

// The fake programs are shell scripts, and Windows has no signals to send.
describe.runIf(process.platform !== "win32")("npm start, when Electron exits", () => {
  it.each([
    ["kill -ABRT $$", "Electron was ended by SIGABRT"],
    ["kill -SEGV $$", "Electron was ended by SIGSEGV"],
    ["exit 127", "a system library that Electron needs is missing"],
    ["exit 1", "Electron could not start"],
  ])("opens the browser version if Electron could not start: %s", async (script, why) => {
    const { code, output } = await open(fakeProgram(`ulimit -c 0; echo reason; ${script}`));
    expect(output).toBe(
      `reason\nOpening in the browser: ${why}; its output is above.\nbrowser: --sandbox in /data\n`,
    );
    expect(code).toBe(0);
  });

  it("opens the browser version if the program cannot be run", async () => {
    const { output } = await open(join(folder, "missing"));
    expect(output).toMatch(
      /the Electron runtime could not be run \(.*ENOENT\)\.\nbrowser: --sandbox in \/data\n$/,
    );
  });

  it.each([
    ["exit 0", 0],
    ["exit 3", 3],
    ["kill -TERM $$", 143],
  ])("exits with Electron's code if Electron had started normally: %s", async (script, expected) => {
    expect(await open(fakeProgram(script))).toEqual({ code: expected, output: "" });
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "never opens the browser version after it received %s itself",
    async (signal) => {
      const electron = fakeNodeProgram(`
        process.on("${signal}", () => process.exit(1));
        console.log("up");`);
      const ended = await start(process.execPath, opening(electron), {
        onOutput: (text, child) => {
          if (text.includes("up")) child.kill(signal);
        },
      });
      expect(ended).toEqual({ code: 1, output: "up\n" });
    },
  );
});

describe.runIf(process.platform !== "win32")("the Electron process of npm start", () => {
  it("gets no ELECTRON_RUN_AS_NODE, but all other variables", async () => {
    const electron = fakeNodeProgram(`
      const { ELECTRON_RUN_AS_NODE: node, ELECTRON_NO_ATTACH_CONSOLE: quiet } = process.env;
      console.log("node: " + node + ", console: " + quiet);
      process.exit();`);
    const env = { ELECTRON_RUN_AS_NODE: "1", ELECTRON_NO_ATTACH_CONSOLE: "1" };
    const { output } = await start(process.execPath, opening(electron), { env });
    expect(output).toBe("node: undefined, console: 1\n");
  });
});

describe.runIf(process.platform !== "win32")("a signal to npm start", () => {
  const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

  /** Opens Winnow in a terminal with an Electron that survives signals and prints those received after SIGUSR2. */
  async function openInTerminal(given: Parameters<typeof opening>[1] = {}) {
    const electron = fakeNodeProgram(`
      const got = [];
      for (const signal of ${JSON.stringify(SIGNALS)}) process.on(signal, () => console.log("heard " + got.push(signal)));
      process.on("SIGUSR2", () => {
        console.log("got", got.join(" "), "in all");
        process.exit();
      });
      console.log(\`up \${process.pid}.\`);`);
    const terminal = inPty(process.execPath, opening(electron, given), {
      env: { npm_lifecycle_event: undefined },
    });
    await terminal.waitForText(/up \d+\./);
    if (given.after !== undefined) await terminal.waitForText("set up");
    const report = async () => {
      process.kill(Number(/up (\d+)\./.exec(terminal.shown())?.[1]), "SIGUSR2");
      return /got .* in all/.exec((await terminal.ended).shown)?.[0];
    };
    return { ...terminal, report };
  }

  it("reaches Electron once if it is Ctrl+C in the terminal", async () => {
    // Added after npm start's own handler, so Electron has been signalled once this is shown.
    const after = 'process.on("SIGINT", () => console.log("handed on")); console.log("set up");';
    const terminal = await openInTerminal({ after });
    terminal.type(CTRL_C);
    await terminal.waitForText("handed on");
    await terminal.waitForText("heard 1");
    expect(await terminal.report()).toBe("got SIGINT in all");
  });

  it.each(SIGNALS)("is forwarded to Electron: %s", async (signal) => {
    const terminal = await openInTerminal();
    terminal.kill(signal);
    await terminal.waitForText("heard 1");
    expect(await terminal.report()).toBe(`got ${signal} in all`);
  });

  it("that ends npm's shell also ends Electron", async () => {
    const electron = fakeNodeProgram(`
      process.on("SIGTERM", () => {
        console.log("ended by SIGTERM");
        process.exit();
      });
      console.log("up");`);
    // The second command keeps the shell from replacing itself with the first.
    const { output } = await start(
      "/bin/sh",
      ["-c", '"$@"; exit', "sh", process.execPath, ...opening(electron)],
      {
        env: { npm_lifecycle_event: "start" },
        onOutput: (text, shell) => {
          if (text.includes("up")) shell.kill("SIGKILL");
        },
      },
    );
    expect(output).toBe("up\nended by SIGTERM\n");
  });
});

describe("npm start --data-dir", () => {
  interface Given {
    browser: boolean;
    dataDir: string | null;
    args: string[];
    problem: string | null;
  }
  async function read(argv: readonly string[], directory: string): Promise<Given> {
    const { readArguments }: { readArguments(...given: [readonly string[], string]): Given } = await import(
      /* @vite-ignore */ join(root, "scripts/open-winnow.mjs")
    );
    return readArguments(argv, directory);
  }

  it.each([
    { argv: ["--data-dir"] },
    { argv: ["--data-dir", "--no-open"] },
    { argv: ["--data-dir="] },
    { argv: ["--data-dir", " "] },
  ])("is refused without a folder: $argv", async ({ argv }) => {
    expect((await read(argv, folder)).problem).toBe("--data-dir needs a folder.");
  });

  it.runIf(process.platform !== "win32")("is passed to the desktop and the browser version", async () => {
    const electron = fakeNodeProgram(`
      console.log("desktop:", process.env.WINNOW_DATA_DIR, ...process.argv.slice(2));
      process.exit(1);`);
    const env = { INIT_CWD: folder, WINNOW_DATA_DIR: "elsewhere" };
    const given = { args: ["--data-dir", "here", "--no-open"] };
    const { output } = await start(process.execPath, opening(electron, given), { env });
    const here = join(folder, "here");
    expect(output).toContain(`desktop: ${here} --no-open\n`);
    expect(output).toContain(`browser: --sandbox --no-open in ${here}\n`);
  });
});

describe.runIf(process.platform !== "win32")("the probe for Chromium's sandbox", () => {
  const HELPER = { uid: 0, mode: 0o104755 };
  const why = "Chromium's sandbox needs unprivileged user namespaces, which this system does not allow";

  /** Runs the probe with this script as `unshare` (`null`: no `unshare`) and a chrome-sandbox with these attributes. */
  async function probe(
    unshare: string | null,
    helper: typeof HELPER | undefined,
    { platform = "linux", setting = "0\n" } = {},
  ) {
    if (unshare !== null) fakeProgram(unshare, "unshare");
    const { sandboxObstacle }: { sandboxObstacle(given: object): unknown } = await import(
      /* @vite-ignore */ join(root, "scripts/desktop-runtime.mjs")
    );
    const program = join(folder, "it's", "electron");
    const stat = (path: string) => (path === join(folder, "it's", "chrome-sandbox") ? helper : HELPER);
    const read = (path: string) => (path.endsWith("/apparmor_restrict_unprivileged_userns") ? setting : "");
    return sandboxObstacle({ platform, program, env: { PATH: folder }, stat, read });
  }

  it("finds no obstacle if user namespaces are allowed", async () => {
    const askedAs = '[ "$*" = "-Ur true" ]';
    expect(await probe(askedAs, { uid: 1000, mode: 0o100755 })).toBeNull();
  });

  it("finds no obstacle if chrome-sandbox is set up", async () => {
    expect(await probe("exit 1", HELPER)).toBeNull();
  });

  it.each([
    { uid: 1000, mode: 0o104755 },
    { uid: 0, mode: 0o100755 },
  ])("suggests the command that sets up chrome-sandbox: $uid $mode", async (helper) => {
    const path = `'${folder}/it'\\''s/chrome-sandbox'`;
    const command = `sudo chown root ${path} && sudo chmod 4755 ${path}`;
    expect(await probe("exit 1", helper)).toEqual({ why, command });
  });

  it("finds that AppArmor restricts namespaces, although it lets unshare create them", async () => {
    const notSetUp = { uid: 1000, mode: 0o100755 };
    expect(await probe("exit 0", notSetUp, { setting: "1\n" })).toMatchObject({ why });
    expect(await probe("exit 0", HELPER, { setting: "1\n" })).toBeNull();
  });

  it("prints the command that sets up chrome-sandbox if Chromium ends by SIGTRAP", async () => {
    const { output } = await open(fakeProgram("kill -TRAP $$"));
    expect(output).toContain("To allow it for this checkout, run: sudo chown root");
  });

  it("leads to the browser version and prints the command", async () => {
    const before = 'return { failure: "reason", command: "sudo chown" };';
    const { output } = await open(fakeProgram("echo up"), { before });
    expect(output).toBe(
      "Opening in the browser: reason.\nTo allow it for this checkout, run: sudo chown\nbrowser: --sandbox in /data\n",
    );
  });
});

describe("the download of the Electron runtime", () => {
  const ANNOUNCED = "Downloading the Electron runtime (about 100 MB, once) …";

  /** Returns Node's arguments to download Electron with this script as the installer. */
  function downloading(installer: string): string[] {
    writeFileSync(join(folder, "install.js"), installer);
    const text = `
      import { downloadElectron } from ${script("electron-download")};
      await downloadElectron(${JSON.stringify(folder)});
      console.log("went on");`;
    return ["--input-type=module", "--eval", text];
  }

  it("is announced, and reports a failure on one line", async () => {
    const installer = `Promise.reject(new TypeError("no such release")).catch((error) => {
      console.error(error.stack);
      process.exit(1);
    });`;
    const { output } = await start(process.execPath, downloading(installer), {});
    expect(output).toBe(`${ANNOUNCED}\nno such release\nwent on\n`);
  });

  it.each([
    { env: {}, expected: {} },
    { env: { npm_config_proxy: "", HTTPS_PROXY: "" }, expected: { HTTPS_PROXY: "" } },
    {
      env: {
        HTTPS_PROXY: "",
        npm_config_https_proxy: "http://s",
        npm_config_proxy: "http://p",
        npm_config_noproxy: "a,b",
      },
      expected: {
        https_proxy: "http://s",
        http_proxy: "http://p",
        no_proxy: "a,b",
        ELECTRON_GET_USE_PROXY: "1",
      },
    },
    {
      env: { HTTPS_PROXY: "http://own", npm_config_proxy: "false", NO_PROXY: "x", npm_config_noproxy: "y" },
      expected: { https_proxy: "http://own", no_proxy: "x", ELECTRON_GET_USE_PROXY: "1" },
    },
  ])("gets the proxy settings of $env", async ({ env, expected }) => {
    const { downloadEnvironment }: { downloadEnvironment(env: object): Record<string, string> } =
      await import(/* @vite-ignore */ join(root, "scripts/electron-download.mjs"));
    const { npm_config_https_proxy, npm_config_proxy, npm_config_noproxy, ...read } =
      downloadEnvironment(env);
    expect(read).toEqual(expected);
  });
});
