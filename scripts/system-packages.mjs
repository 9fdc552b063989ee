// System packages that Winnow and its tests need beyond npm. Uses built-in modules only.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pinnedEnvironment, pinnedNode, root, tell } from "./setup.mjs";

export function ensureKeychainLibrary() {
  if (process.platform !== "linux" || hasKeychainLibrary()) return;
  tell(
    "The system's keychain needs libsecret (on Debian and Ubuntu: apt install libsecret-1-0). Until then keys are kept for the run only.",
  );
}

/** Installs what the tests need and sets WINNOW_CHROMIUM. Exits with instructions if that fails. */
export function ensureTestPackages() {
  if (process.platform === "linux") ensureDebianPackages();
  const browser =
    process.env.WINNOW_CHROMIUM ?? (process.platform === "linux" ? CHROMIUM : downloadChromium());
  if (browser === null) {
    tell("The tests need Chromium; WINNOW_CHROMIUM may name its program.");
    process.exit(1);
  }
  process.env.WINNOW_CHROMIUM = browser;
}

const CHROMIUM = "/usr/bin/chromium";

const TESTING = {
  "libsecret-1-0": hasKeychainLibrary,
  chromium: () => process.env.WINNOW_CHROMIUM !== undefined || existsSync(CHROMIUM),
  "gnome-keyring": () => existsSync("/usr/bin/gnome-keyring-daemon"),
  dbus: () => existsSync("/usr/bin/dbus-run-session"),
};

function ensureDebianPackages() {
  const missing = Object.keys(TESTING).filter((name) => !TESTING[name]());
  if (missing.length === 0) return;
  tell(`Installing what the tests need: ${missing.join(", ")} …`);
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall && install(missing)) return;
  tell(`The tests need ${missing.join(", ")}. On Debian and Ubuntu: sudo apt install ${missing.join(" ")}`);
  process.exit(1);
}

function hasKeychainLibrary() {
  const known = spawnSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  return (known.stdout ?? "").includes("libsecret-1.so.0");
}

function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (args) => spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0;
  const args = ["install", "-y", "--no-install-recommends", ...names];
  return run(args) || (run(["update"]) && run(args));
}

/** Downloads Playwright's Chromium. Returns its path; `null` if that fails. */
function downloadChromium() {
  tell("Installing Chromium for the tests …");
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const run = spawnSync(pinnedNode(), [cli, "install", "chromium"], {
    env: pinnedEnvironment(),
    stdio: "ignore",
  });
  if (run.status !== 0) return null;
  const { chromium } = createRequire(cli)("@playwright/test");
  return chromium.executablePath();
}
