// What Winnow needs of the system beyond npm. Built-in modules only.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { downloadChromium, installedChromium } from "./chromium.mjs";
import { tell } from "./setup.mjs";

/** The library behind the keychain on Linux, by its Debian package. */
const KEYCHAIN = { package: "libsecret-1-0", there: () => hasLibrary("libsecret-1.so.0") };

/** What the tests run for real on Linux. */
const TESTING = [
  KEYCHAIN,
  { package: "chromium", there: () => installedChromium() !== null },
  { package: "gnome-keyring", there: () => hasProgram("gnome-keyring-daemon") },
  { package: "dbus", there: () => hasProgram("dbus-run-session") },
];

/** Puts the keychain's library in place where that is possible (root, apt); says what to do where it is not. */
export function ensureKeychainLibrary() {
  if (process.platform !== "linux" || KEYCHAIN.there()) return;
  if (mayInstall() && install([KEYCHAIN.package])) return;
  tell(
    `The system's keychain needs libsecret (on Debian and Ubuntu: apt install ${KEYCHAIN.package}). Until then keys are kept for the run only.`,
  );
}

/**
 * Puts what the tests need in place, and says in WINNOW_CHROMIUM which browser they use; ends the process with what to
 * install where that is not possible.
 */
export function ensureTestPackages() {
  if (process.platform === "linux") ensureDebianPackages();
  const browser = installedChromium() ?? (process.platform === "linux" ? null : downloadChromium());
  if (browser === null) {
    tell("The tests need Chromium, Google Chrome or Microsoft Edge; WINNOW_CHROMIUM may name its program.");
    process.exit(1);
  }
  process.env.WINNOW_CHROMIUM = browser;
}

function ensureDebianPackages() {
  const missing = TESTING.filter((need) => !need.there()).map((need) => need.package);
  if (missing.length === 0) return;
  tell(`Installing what the tests need: ${missing.join(", ")} …`);
  if (mayInstall() && install(missing)) return;
  tell(`The tests need ${missing.join(", ")}. On Debian and Ubuntu: sudo apt install ${missing.join(" ")}`);
  process.exit(1);
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

function hasLibrary(file) {
  const known = spawnSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  return (known.stdout ?? "").includes(file);
}

function hasProgram(name) {
  return ["/usr/bin", "/usr/local/bin"].some((dir) => existsSync(`${dir}/${name}`));
}

function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (args) => spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0;
  const args = ["install", "-y", "--no-install-recommends", ...names];
  return run(args) || (run(["update"]) && run(args));
}
