// npm test [-- --only unit,faults,e2e] [--slowest] [--long]: installs what the tests need, runs all checks and counts
// the results. With --long, runs the full versions, which takes hours.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { fetchForTests, testRuntime } from "./desktop-runtime.mjs";
import { ensureInstalled, pinnedEnvironment, root, runPinned, tell } from "./setup.mjs";
import { ensureTestPackages } from "./system-packages.mjs";

const SLOWEST = 10;

const reports = mkdtempSync(join(tmpdir(), "winnow-test-"));
const total = { passed: 0, failed: 0 };
/** Failures are repeated at the end, so that they are easy to find in a long log. */
const failures = [];

await ensureInstalled();
ensureTestPackages();

const bin = (path) => join(root, "node_modules", path);

function run(title, args, env = {}) {
  tell(`\n── ${title}`);
  return runPinned(args, {
    env: { ...pinnedEnvironment(), NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"), ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function count(title, passed, failed, names = []) {
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failures.push(...(names.length > 0 ? names : [title]));
  tell(`${title}: ${passed} passed, ${failed} failed`);
}

async function check(title, args) {
  const code = await run(title, args);
  count(title, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
}

async function vitest(title, folders) {
  const report = join(reports, `${title}.json`);
  const code = await run(title, [
    bin("vitest/vitest.mjs"),
    "run",
    ...folders,
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return count(title, 0, 1);
  const { numPassedTests, numFailedTests, numTotalTests, testResults } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  nameSlowest(
    testResults.flatMap((file) =>
      file.assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(root, file.name)}: ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  );
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const unrun = numTotalTests - numPassedTests - numFailedTests;
  if (unrun > 0) tell(`${title}: ${unrun} not run`);
  const failed = numFailedTests + brokenFiles.length;
  count(title, numPassedTests, code !== 0 && failed === 0 ? 1 : failed, [
    ...brokenFiles.map((file) => relative(root, file.name)),
    ...testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === "failed")
        .map(
          ({ fullName, failureMessages }) =>
            `${relative(root, file.name)}: ${fullName}\n${failureMessages[0]}`,
        ),
    ),
  ]);
}

function nameSlowest(tests) {
  if (!process.argv.includes("--slowest")) return;
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { name, ms } of slowest) tell(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

async function playwright(title, folder = ".", { on = "", env = {} } = {}) {
  const report = join(reports, `${title}.json`);
  const args = [bin("@playwright/test/cli.js"), "test", "-c", folder, "--reporter=list,json"];
  const code = await run(title + on, args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  if (!existsSync(report)) return count(title, 0, 1);
  const { stats } = JSON.parse(readFileSync(report, "utf8"));
  if (stats.skipped > 0) tell(`${title}: ${stats.skipped} not run`);
  count(title, stats.expected, code !== 0 && stats.unexpected === 0 ? 1 : stats.unexpected);
}

/** Runs the desktop tests on an installed Electron runtime, otherwise on the stand-in. */
async function desktop(title) {
  await fetchForTests();
  const { electron, name } = testRuntime();
  await playwright(title, "test/e2e/desktop", {
    on: `, on ${name}`,
    env: electron === null ? {} : { WINNOW_ELECTRON: electron },
  });
}

/** Breaks each promise in a copy of the checkout. Caught ones count as passed, escaped ones as failed. */
async function mutations(title) {
  const report = join(reports, "mutations.json");
  await run(title, [join(root, "test/promises/run-mutations.ts"), report]);
  if (!existsSync(report)) return count(title, 0, 1);
  const { caught, escaped } = JSON.parse(readFileSync(report, "utf8"));
  count(title, caught, escaped);
}

const isLong = process.argv.includes("--long");
if (isLong) process.env.WINNOW_LONG = "1";
const only = process.argv.find((_arg, i) => process.argv[i - 1] === "--only")?.split(",");
const FOLDERS = ["unit", "hosts", "contract", "faults", "promises"];

function isWanted(name) {
  return only?.includes(name) ?? (isLong || name !== "mutations");
}

const steps = {
  // The page must not see Node's types, nor the engine the page's. Tests see both.
  types: async () => {
    for (const project of ["tsconfig.web.json", "tsconfig.node.json", "tsconfig.json"])
      await check(`Type-check of ${project}`, [bin("typescript/bin/tsc"), "--noEmit", "-p", project]);
  },
  lint: () => check("Lint", [bin("@biomejs/biome/bin/biome"), "check", "."]),
  build: () => ensureBuilt(),
  // One run for all folders, so that no core idles at the end of each.
  vitest: () =>
    vitest(
      "Vitest",
      FOLDERS.filter(isWanted).map((name) => `test/${name}`),
    ),
  e2e: () => playwright("End-to-end tests"),
  desktop: () => desktop("Desktop tests"),
  mutations: () => mutations("Mutations"),
};

for (const [name, step] of Object.entries(steps)) {
  if (name === "vitest" ? !FOLDERS.some(isWanted) : !isWanted(name)) continue;
  const began = performance.now();
  await step();
  tell(`${name}: ${((performance.now() - began) / 60_000).toFixed(1)} min`);
}

rmSync(reports, { recursive: true, force: true });
for (const name of failures) tell(`Failed: ${name}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
