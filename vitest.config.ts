import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";

const isLong = process.env.WINNOW_LONG === "1";
const TESTS = ["test/{unit,hosts,contract,faults,promises}/**/*.test.ts"];

// Importing Winnow takes longer than most test files, so files share processes. Exceptions are files that mock modules,
// clocks or process state, and files whose hooks are in a shared helper.
const CHANGES =
  /\bvi\.(?:mock|useFakeTimers|stub\w+|spyOn)\b|\bprocess\.(?:chdir|umask|env\.\w+ ?=[^=])|setFlagsFromString/;
const HOOKS = /^(?:before|after)(?:All|Each)\(|^export const \w+ = await /m;
const read = (file: string) => readFileSync(file, "utf8");
const helpers = globSync("test/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
const imported = (file: string) => `/${basename(file)}"`;
const hooked = new Set(helpers.filter((file) => HOOKS.test(read(file))).map(imported));
const reaches = (file: string) => [...hooked].some((name) => read(file).includes(name));
// A Set iterates over items added during the loop, so this also finds helpers of helpers.
for (const _ of hooked) for (const file of helpers.filter(reaches)) hooked.add(imported(file));
const long = isLong ? [] : ["**/*.long.test.ts"];

/** Splits the files that `include` matches into those that share processes and those that run alone. */
export function projectsOf(include: string[], exclude: string[] = []) {
  const apart = globSync(include).filter((file) => CHANGES.test(read(file)) || reaches(file));
  const excluded = [...exclude, ...long];
  return [
    {
      extends: true as const,
      test: { name: "together", include, exclude: [...apart, ...excluded], isolate: false },
    },
    { extends: true as const, test: { name: "apart", include: apart, exclude: excluded } },
  ];
}

export default defineConfig({
  test: {
    // The tests run the built command line, browser host and threads.
    globalSetup: ["test/support/ensure-built.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    // Generous limits for busy machines; they only catch tests that hang.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    // One more than the cores of the smallest machine, because tests also wait.
    maxWorkers: 3,
    projects: projectsOf(TESTS),
  },
});
