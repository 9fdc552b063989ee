// What Winnow needs of the system beyond npm. Built-in modules only.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { tell } from "./setup.mjs";

/** The library behind the keychain on Linux, by its Debian package. */
const KEYCHAIN = { package: "libsecret-1-0", file: "libsecret-1.so.0" };

/** Puts the keychain's library in place where that is possible (root, apt); says what to do where it is not. */
export function ensureKeychainLibrary() {
  if (process.platform !== "linux" || hasLibrary(KEYCHAIN.file)) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && install(KEYCHAIN.package)) return;
  tell(
    `The system's keychain needs ${KEYCHAIN.file} (on Debian and Ubuntu: apt install ${KEYCHAIN.package}). Until then keys are kept for the run only.`,
  );
}

function hasLibrary(file) {
  const known = spawnSync("/sbin/ldconfig", ["-p"], { encoding: "utf8" });
  return (known.stdout ?? "").includes(file);
}

function install(name) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (args) => spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0;
  const args = ["install", "-y", "--no-install-recommends", name];
  return run(args) || (run(["update"]) && run(args));
}
