import { Command, InvalidArgumentError } from "commander";
import { z } from "zod";
import { benchmarks } from "./benchmarks/index.ts";

export interface BenchOptions {
  readonly quick: boolean;
  readonly compare: boolean;
  /** Name of the only benchmark to run; `null` for all. */
  readonly only: string | null;
  readonly runs: number;
}

const flags = z.object({
  quick: z.boolean().default(false),
  compare: z.boolean().default(false),
  only: z.string().optional(),
  runs: z.int().optional(),
});

/** Parses the benchmark's command line. Exits the process if it is invalid. */
export function parseOptions(args: readonly string[]): BenchOptions {
  const command = new Command("bench")
    .description("Measures Winnow against its peers and writes test/bench/RESULTS.md.")
    .option("--quick", "fewer runs and smaller archives: two minutes; writes nothing")
    .option("--compare", "says what got slower since RESULTS.md was written; writes nothing")
    .option(
      "--only <name>",
      `one of: ${benchmarks.map(({ name }) => name).join(", ")}; writes nothing`,
      named,
    )
    .option("--runs <number>", "runs of each contestant", Number)
    .parse([...args], { from: "user" });
  const { quick, compare, only, runs } = flags.parse(command.opts());
  return { quick, compare, only: only ?? null, runs: runs ?? (quick ? 1 : 7) };
}

function named(name: string): string {
  if (benchmarks.some((benchmark) => benchmark.name === name)) return name;
  throw new InvalidArgumentError("There is no such benchmark.");
}
