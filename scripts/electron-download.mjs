// Downloads the Electron runtime with Electron's own installer. Uses built-in modules only.
import { spawn } from "node:child_process";
import { join } from "node:path";
import {
  exitCodeOf,
  pinnedEnvironment,
  pinnedNode,
  root,
  supervise,
  tell,
  withoutVariables,
} from "./setup.mjs";

const MAX_DOWNLOAD_MS = 10 * 60_000;

/** Variables read by Electron's installer, each with fallbacks in order of precedence. */
const PROXY_VARIABLES = {
  https_proxy: ["GLOBAL_AGENT_HTTPS_PROXY", "npm_config_https_proxy", "npm_config_proxy"],
  http_proxy: ["GLOBAL_AGENT_HTTP_PROXY", "npm_config_proxy"],
  no_proxy: ["GLOBAL_AGENT_NO_PROXY", "npm_config_noproxy"],
};
const NO_VALUE = ["", "null", "false"];

/** Returns `env` with its proxy settings in the form that Electron's installer reads. */
export function downloadEnvironment(env) {
  const given = new Map(Object.entries(env).map(([name, value]) => [name.toLowerCase(), value]));
  const settings = {};
  for (const [name, others] of Object.entries(PROXY_VARIABLES)) {
    const values = [name, ...others].map((other) => given.get(other.toLowerCase())?.trim() ?? "");
    const value = values.find((one) => !NO_VALUE.includes(one));
    if (value !== undefined) settings[name] = value;
  }
  if (settings.https_proxy === undefined && settings.http_proxy === undefined) return env;
  // An empty variable in another case would take precedence.
  return { ...withoutVariables(env, Object.keys(PROXY_VARIABLES)), ...settings, ELECTRON_GET_USE_PROXY: "1" };
}

/** `quiet` hides all output. Exits if a signal interrupts the installer. */
export async function downloadElectron(folder, { env = pinnedEnvironment(), quiet = false } = {}) {
  if (!quiet) tell("Downloading the Electron runtime (about 100 MB, once) …");
  const installer = join(root, "scripts", "install-electron.mjs");
  const end = await supervise(() =>
    spawn(pinnedNode(), [installer, folder], {
      env: downloadEnvironment(env),
      stdio: quiet ? "ignore" : ["ignore", "inherit", "inherit"],
      timeout: MAX_DOWNLOAD_MS,
    }),
  );
  if (end.handed !== null || end.signal === "SIGINT") process.exit(exitCodeOf(end));
  if (end.signal !== null && !quiet) tell(`The download was ended by ${end.signal}.`);
}
