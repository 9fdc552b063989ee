import { spawnSync } from "node:child_process";

/** Versions of the programs that Winnow is compared with; `null` if not installed. */
export type Peers = Readonly<Record<PeerName, string | null>>;
export type PeerName = "sqlite3" | "mlr" | "curl" | "chromium";

const DEBIAN: Record<PeerName, string> = {
  sqlite3: "sqlite3",
  mlr: "miller",
  curl: "curl",
  chromium: "chromium",
};

export function findPeers(): Peers {
  const versionOf = (command: PeerName) => {
    const { status, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" });
    return status === 0 ? (/\d+(\.\d+)+/.exec(stdout)?.[0] ?? "?") : null;
  };
  return {
    sqlite3: versionOf("sqlite3"),
    mlr: versionOf("mlr"),
    curl: versionOf("curl"),
    chromium: versionOf("chromium"),
  };
}

/** Returns how to install the missing peers, or `null` if all are installed. */
export function installAdvice(peers: Peers): string | null {
  const missing = Object.entries(DEBIAN).filter(([name]) => peers[name as PeerName] === null);
  if (missing.length === 0) return null;
  return `Not installed, and so not measured: ${missing.map(([name]) => name).join(", ")}. On Debian: apt-get install ${missing.map(([, debian]) => debian).join(" ")}`;
}
