import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import { root } from "../support/winnow.ts";
import { type MutationRoom, ROOMS } from "./rooms.ts";

/** Folder of the last result of each mutant, which the next run reuses, and of a list of survivors per folder. */
const CACHE = "node_modules/.cache/mutation";

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

function mutate(folder: string, { hasWords = false }: MutationRoom, report: string): Promise<Mutant[]> {
  process.env.WINNOW_MUTATED = folder;
  return new Stryker({
    mutate: [folder.endsWith(".ts") ? folder : `${folder}/**/*.{ts,tsx}`],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", join(root, "test/mutation/unreachable.mjs")],
    ignorers: ["unreachable"],
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false, pool: "forks" },
    coverageAnalysis: "perTest",
    incremental: true,
    incrementalFile: `${report}.json`,
    reporters: ["progress"],
    concurrency: 2,
    timeoutMS: 15_000,
    // A mutant of a constant takes all tests.
    ignoreStatic: !hasWords,
    mutator: {
      // These mutants do not compile: objects without their fields, codes outside their union. TypeScript 7 has no API
      // with which Stryker could detect it.
      excludedMutations: [
        "ObjectLiteral",
        "OptionalChaining",
        ...(hasWords ? [] : ["StringLiteral" as const]),
      ],
    },
    tempDirName: ".stryker-tmp",
    tsconfigFile: "none",
    ignorePatterns: ["dist", "test-results"],
  }).runMutationTest();
}

/** Returns the survivors as lines of `file:line: mutator → replacement`. */
function survivorsOf(mutants: readonly Mutant[]): string[] {
  return mutants
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map(({ fileName, location, replacement, mutatorName }) => {
      return `${fileName}:${location.start.line}: ${mutatorName} → ${replacement?.split("\n")[0] ?? ""}`;
    });
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { shard: { type: "string", default: "1/1" } },
});
const [shard = 1, shards = 1] = values.shard.split("/").map(Number);
const unknown = asked.filter((folder) => ROOMS[folder] === undefined);
if (unknown.length > 0) {
  console.error(
    `Not in test/mutation/rooms.ts: ${unknown.join(", ")}. It has:\n${Object.keys(ROOMS).join("\n")}`,
  );
  process.exit(2);
}
const wanted = Object.entries(ROOMS)
  .filter(([folder]) => asked.length === 0 || asked.includes(folder))
  .filter((_, at) => at % shards === shard - 1);
mkdirSync(join(root, CACHE), { recursive: true });
for (const [folder, room] of wanted) {
  const report = join(CACHE, folder.replaceAll("/", "-"));
  const mutants = (await mutate(folder, room, report)).filter(({ status }) => status !== "Ignored");
  const survivors = survivorsOf(mutants);
  writeFileSync(join(root, `${report}.txt`), survivors.join("\n"));
  const score = 100 * (1 - survivors.length / Math.max(1, mutants.length));
  const isBelow = score < room.mark;
  if (isBelow) process.exitCode = 1;
  console.log(
    `${folder}: ${score.toFixed(1)} % of ${mutants.length} mutants noticed${isBelow ? `, below its mark of ${room.mark} %` : ""}; survivors in ${report}.txt`,
  );
}
