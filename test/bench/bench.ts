import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "../support/ensure-built.ts";
import { root } from "../support/winnow.ts";
import type { BenchContext } from "./bench-context.ts";
import { benchmarks } from "./benchmarks/index.ts";
import { type BenchOptions, parseOptions } from "./options.ts";
import { findPeers, installAdvice } from "./peers.ts";
import { findRegressions } from "./report/compare.ts";
import type { Line } from "./report/line.ts";
import { machineInWords } from "./report/machine.ts";
import { figuresIn, reportOf, tableOf } from "./report/markdown.ts";

const RESULTS = join(import.meta.dirname, "RESULTS.md");

/** Runs `npm run bench`: measures, prints, and writes RESULTS.md or compares with it. */
async function main(options: BenchOptions): Promise<void> {
  const peers = findPeers();
  const advice = installAdvice(peers);
  if (advice !== null) say(advice);
  const snapshot = build();
  const cache = join(tmpdir(), "winnow-bench");
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, "run-"));
  const built = (name: string) => pathToFileURL(join(snapshot, `${name}.js`)).href;
  const context: BenchContext = {
    cache,
    work,
    quick: options.quick,
    runs: options.runs,
    peers,
    workers: { tasks: built("worker"), reader: built("reader") },
    say,
  };
  const lines: Line[] = [];
  try {
    for (const benchmark of benchmarks) {
      if (options.only === null ? benchmark.isApart : options.only !== benchmark.name) continue;
      const began = performance.now();
      const found = await benchmark.run(context);
      lines.push(...found);
      say(`\n${benchmark.name} (${Math.round((performance.now() - began) / 1000)} s)\n${tableOf(found)}`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  const before = existsSync(RESULTS) ? readFileSync(RESULTS, "utf8") : "";
  if (options.compare) {
    const slower = findRegressions(lines, figuresIn(before));
    say(slower.length === 0 ? "\nNothing got slower." : `\nSlower than before:\n${slower.join("\n")}`);
  } else if (options.only === null && !options.quick) {
    writeFileSync(RESULTS, reportOf(lines, machineInWords(peers), options.runs, before));
    say(`\nWritten to test/bench/RESULTS.md`);
  }
}

/**
 * Builds the bundles and returns a folder with a copy that does not change during the run. It is inside node_modules,
 * so that the bundles find their packages.
 */
function build(): string {
  ensureBuilt();
  const snapshot = mkdtempSync(join(root, "node_modules/.winnow-bench-"));
  cpSync(join(root, "out/main"), snapshot, { recursive: true });
  writeFileSync(join(snapshot, "package.json"), '{ "type": "module" }');
  process.once("exit", () => rmSync(snapshot, { recursive: true, force: true }));
  return snapshot;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main(parseOptions(process.argv.slice(2)));
