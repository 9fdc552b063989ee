// Applies each mutation to a copy of the checkout and runs the tests that must notice it: run-mutations.ts [<report>]
// [<words>]. Only mutations whose promise or description contain all <words> are tried. Counts are written to <report>
// as JSON.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { copyCheckout } from "./mutated-copy.ts";
import { type Catcher, MUTATIONS, type Mutation } from "./mutations.ts";

/** Default seed of the sequences. */
const SEED = 11;

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ failureMessages: z.array(z.string()).optional() })) }),
  ),
});

const [reportPath = "", ...words] = process.argv.slice(2);
const tell = (line: string) => process.stderr.write(`${line}\n`);
const copy = copyCheckout();
process.on("exit", () => copy.remove());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

interface Told {
  readonly passed: number;
  readonly failed: number;
  readonly said: string;
}

async function ask(catcher: Catcher): Promise<Told> {
  const report = join(copy.dir, "report.json");
  rmSync(report, { force: true });
  const files = catcher.kind === "tests" ? [catcher.file] : ["test/promises/sequences.test.ts"];
  const named = catcher.kind === "tests" && catcher.named !== undefined ? ["-t", catcher.named] : [];
  const env = {
    ...process.env,
    // The short version of the tests has to notice it.
    WINNOW_LONG: "",
    ...(catcher.kind === "tests"
      ? {}
      : {
          WINNOW_SEED: String(catcher.seed ?? SEED),
        }),
  };
  const vitest = join(copy.dir, "node_modules/vitest/vitest.mjs");
  const args = ["run", ...files, ...named, "--bail=1", "--reporter=json", `--outputFile=${report}`];
  const child = spawn(process.execPath, [vitest, ...args], { cwd: copy.dir, env, stdio: "ignore" });
  await new Promise((ended) => child.once("close", ended));
  if (!existsSync(report)) return { passed: 0, failed: 0, said: "no test could be run" };
  const { numPassedTests, numFailedTests, testResults } = reportSchema.parse(
    JSON.parse(readFileSync(report, "utf8")),
  );
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages = [] }) => failureMessages),
  );
  return { passed: numPassedTests, failed: numFailedTests, said: failures[0] ?? "" };
}

/** Returns the broken promise, or the first line of the message. */
function summarize(said: string): string {
  const broken = /\bP\d+: [^"\n]*/.exec(said)?.[0] ?? said.split("\n")[0] ?? "";
  return broken.slice(0, 160);
}

const nameOf = ({ promise, breaks }: Mutation) => `${promise}, ${breaks}`;
const chosen = MUTATIONS.filter((one) => words.every((word) => nameOf(one).includes(word)));
const counts = { caught: 0, escaped: 0 };
const asked = new Map<string, Told>();

for (const mutation of chosen) {
  const began = performance.now();
  const end = (isCaught: boolean, why: string) => {
    counts[isCaught ? "caught" : "escaped"]++;
    const seconds = Math.round((performance.now() - began) / 1000);
    tell(`${isCaught ? "caught " : "ESCAPED"} ${nameOf(mutation)} (${seconds} s): ${why}`);
  };
  // Tests that also fail without the mutation prove nothing.
  const whole = { ...mutation.caughtBy, named: undefined };
  const key = JSON.stringify(whole);
  const sound = asked.get(key) ?? (await ask(whole));
  asked.set(key, sound);
  if (sound.failed > 0 || sound.passed === 0) {
    end(false, `fails without it, too: ${summarize(sound.said)}`);
    continue;
  }
  try {
    const undo = copy.mutate(mutation);
    const told = await ask(mutation.caughtBy);
    undo();
    end(told.failed > 0, told.failed > 0 ? summarize(told.said) : `${told.passed} passed ${told.said}`);
  } catch (error) {
    end(false, error instanceof Error ? error.message : String(error));
  }
}

tell(`${counts.caught} caught, ${counts.escaped} escaped`);
if (reportPath !== "") writeFileSync(reportPath, JSON.stringify(counts));
process.exitCode = counts.escaped === 0 && counts.caught > 0 ? 0 : 1;
