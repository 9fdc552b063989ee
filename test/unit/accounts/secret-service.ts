import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const CHILD = fileURLToPath(new URL("./keychain-child.ts", import.meta.url));

export type Step =
  | { do: "probe" }
  | { do: "read" | "remove"; account: string }
  | { do: "save"; account: string; key: string }
  | { do: "everything" }
  | { do: "account.add"; dir: string; key: string }
  | { do: "account.list"; dir: string }
  | { do: "account.remove"; dir: string };

/** `open`: unlocked with a password; `locked`: running, not unlocked; `none`: a bus without it; `no bus`: no D-Bus. */
export type Secrets = "open" | "locked" | "none" | "no bus";

const BARE_BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`;

/**
 * Runs each list of steps in a separate process, all in one session of a real D-Bus with the Secret Service in the
 * given state and `home` as the home folder. Returns the results of all steps. The session's sockets are beside `home`,
 * because a service that outlives its session deletes them while a test searches `home`.
 */
export async function inSession(
  secrets: Secrets,
  home: string,
  ...processes: Step[][]
): Promise<unknown[][]> {
  mkdirSync(home, { recursive: true });
  const sockets = join(dirname(home), "sockets");
  mkdirSync(sockets, { recursive: true, mode: 0o700 });
  const child = (steps: Step[]) => `"$NODE" "$CHILD" ${quote(JSON.stringify(steps))}`;
  const runs = processes.map(child).join(" && ");
  const bus = join(home, "bus.conf");
  writeFileSync(bus, BARE_BUS);
  switch (secrets) {
    case "open":
      return run("dbus-run-session", [
        "--",
        "bash",
        "-ec",
        `printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; ${runs}`,
      ]);
    case "locked":
      return run("dbus-run-session", [
        "--",
        "bash",
        "-ec",
        `gnome-keyring-daemon --start --components=secrets >/dev/null; ${runs}`,
      ]);
    case "none":
      return run("dbus-run-session", [`--config-file=${bus}`, "--", "bash", "-ec", runs]);
    case "no bus":
      return run("bash", ["-ec", runs]);
  }

  function run(command: string, args: string[]): Promise<unknown[][]> {
    // Without a display there is no password prompt, so requests that need one fail.
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      XDG_RUNTIME_DIR: sockets,
      NODE: process.execPath,
      CHILD,
      LANG: "C.UTF-8",
    };
    return new Promise((resolve, reject) => {
      execFile(command, args, { env, timeout: 60_000 }, (error, stdout, stderr) => {
        if (error !== null) return reject(new Error(`${command}: ${error.message}\n${stderr}`));
        const lines = stdout.trim().split("\n");
        resolve(z.array(z.array(z.unknown())).parse(lines.map((line) => JSON.parse(line))));
      });
    });
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
