import { createRequire } from "node:module";
import { cpus, totalmem } from "node:os";
import { z } from "zod";
import type { Peers } from "../peers.ts";

const version = z.object({ version: z.string() });

/** Describes machine and versions in one paragraph, without host names or folders. */
export function machineInWords(peers: Peers): string {
  const require = createRequire(import.meta.url);
  const packaged = ["better-sqlite3", "papaparse", "@duckdb/node-api"].map(
    (name) => `${name} ${packageVersion(require, name)}`,
  );
  const commands = Object.entries(peers).map(([name, found]) => `${name} ${found ?? "missing"}`);
  const memory = Math.round(totalmem() / 1024 ** 3);
  const [processor] = cpus();
  return `${processor?.model.trim() ?? "unknown processor"}, ${cpus().length} cores, ${memory} GB, ${process.platform} ${process.arch}; Node ${process.versions.node}, ${[...packaged, ...commands].join(", ")}.`;
}

function packageVersion(require: NodeJS.Require, name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return version.parse(require(`${folder}/${name}/package.json`)).version;
    } catch {
      // The package is in a parent folder.
    }
  }
  return "?";
}
