import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXIT, EXIT_MEANINGS, exitCodeOf } from "../../../electron/hosts/cli/exit-codes.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../../shared/problems.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { root } from "../../support/winnow.ts";

it("the help lists every exit code and its meaning", async () => {
  const { code, stdout } = await runWinnow(["--help"]);
  expect(code).toBe(0);
  for (const [number, meaning] of Object.entries(EXIT_MEANINGS))
    expect(stdout).toContain(`\n  ${number}  ${meaning}`);
});

it("no problem of a started list has the exit code for bad input", () => {
  const isOfStartedList = (code: ProblemCode) => /^(job|start|results)_/.test(code);
  const toldBefore: readonly ProblemCode[] = ["results_expiring"];
  const about = PROBLEM_CODES.filter((code) => isOfStartedList(code) && !toldBefore.includes(code));
  expect(about).toContain("results_foreign");
  expect(about.filter((code) => exitCodeOf(code) === EXIT.input)).toEqual([]);
});

it("docs/command-line.md contains the current table of exit codes (WINNOW_DRAW=1 updates it)", () => {
  const file = join(root, "docs/command-line.md");
  const text = readFileSync(file, "utf8");
  const rows = Object.entries(EXIT_MEANINGS).map(
    ([code, meaning]) => `| ${code} | ${meaning.replace(/'([^']*)'/g, "`$1`")} |`,
  );
  const table = ["| exit code | meaning |", "|---|---|", ...rows, ""].join("\n");
  const section = /(<!-- exit-codes:start -->\n)([\s\S]*?)(<!-- exit-codes:end -->)/;
  expect(text).toMatch(section);
  const written = text.replace(
    section,
    (_all, start: string, _old: string, end: string) => start + table + end,
  );
  if (process.env.WINNOW_DRAW === "1") writeFileSync(file, written);
  else expect(text).toBe(written);
});
