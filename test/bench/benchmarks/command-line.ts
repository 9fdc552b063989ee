import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/winnow.ts";
import type { Benchmark } from "../bench-context.ts";
import { runAlternately } from "../measure.ts";
import { atMost } from "../report/line.ts";
import { absoluteLine } from "../report/lines.ts";
import { runCommand } from "../run-process.ts";

const TASK = "the command line";

/** Time of trivial commands, including the start of their process. */
export const commandLineBenchmark: Benchmark = {
  name: "command-line",
  async run({ work, runs }) {
    const list = join(work, "ten.csv");
    const rows = Array.from({ length: 10 }, (_, i) => `Person ${i},person${i}@example${i % 3}.com`);
    writeFileSync(list, `Name,Email\n${rows.join("\n")}\n`);
    const env = { ...process.env, WINNOW_DATA_DIR: join(work, "command-line") };
    const command = (name: string, args: readonly string[]) => ({
      name,
      run: () => runCommand(process.execPath, [join(root, "out/main/cli.js"), ...args], { env }),
    });
    const [version, preview] = await runAlternately(
      [command("version", ["--version"]), command("preview", ["preview", list])],
      runs,
    );
    return [
      absoluteLine(TASK, "--version", version?.milliseconds, "ms", atMost(100)),
      absoluteLine(TASK, "preview of ten rows", preview?.milliseconds, "ms", atMost(250)),
    ];
  },
};
