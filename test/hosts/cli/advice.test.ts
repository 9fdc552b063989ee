import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withTerminalAdvice } from "../../../electron/hosts/cli/terminal/advice.ts";
import {
  withAdviceAfterStart,
  withAdviceBeforeStart,
} from "../../../electron/hosts/cli/writing/output-target.ts";
import { PROBLEM_CODES, type Problem, type ProblemCode, problem } from "../../../shared/problems.ts";
import { createCliWorlds } from "../../support/cli-world.ts";
import { runWinnow } from "../../support/run-winnow.ts";
import { reportOf } from "../../support/winnow.ts";

/** Problems that only occur on the command line. */
const OURS: readonly ProblemCode[] = [
  "usage",
  "consent_needed",
  "interrupted",
  "key_in_arguments",
  "suppression_unknown",
  "suppression_ambiguous",
];

/** Values differ by problem; here they only have to exist. */
const LISTS = ["unclear", "encodings", "columns", "sheets", "files", "names", "looksLike"];
const CODES: Readonly<Record<string, string>> = { kind: "pdf", why: "lost", contents: "list" };
const VALUES = new Proxy(
  {},
  {
    get: (_, name) => (LISTS.includes(String(name)) ? [] : (CODES[String(name)] ?? "2")),
  },
);
const make = problem as (code: ProblemCode, values: unknown) => Problem;
const every = PROBLEM_CODES.map((code) => make(code, VALUES));

const { sandbox, world } = await createCliWorlds("advice");

describe("advice in a problem", () => {
  it("names no commands or options in the window", () => {
    const wrong = every.filter(
      ({ code, title, detail, action = "" }) =>
        !OURS.includes(code) && /winnow [a-z]|--[a-z]|command line|Ctrl/.test(`${title} ${detail} ${action}`),
    );
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });

  it("mentions only options and commands that exist", async () => {
    const advice = every
      .flatMap((met) => [met, withAdviceBeforeStart(met), withAdviceAfterStart(met, "c1")])
      .map((met) => withTerminalAdvice(met).action ?? "")
      .join("\n");
    const help = async (...args: string[]) => (await runWinnow([...args, "--help"])).stdout;
    const commands = [
      "clean",
      "check",
      "resume",
      "cancel",
      "lists",
      "export",
      "restore",
      "account",
      "suppress",
      "import",
      "erase",
      "address",
      "team",
      "diagnostics",
    ];
    const known = [await help(), await help("account", "add"), await help("suppress", "add")];
    for (const command of commands) known.push(await help(command));
    const text = known.join("\n");
    for (const [option] of advice.matchAll(/--[a-z]+(-[a-z]+)*/g)) expect(text).toContain(option);
    for (const [, command = ""] of advice.matchAll(/winnow ([a-z]+)/g)) expect(commands).toContain(command);
  });

  it("to use --limit with too few credits works: as many addresses are cleaned as there are credits", async () => {
    const at = world({ credits: 3 });
    const addresses = Array.from({ length: 8 }, (_, i) => `person${i}@acme.example`);
    const all = "deliverable,undeliverable,accept_all,unknown";
    const file = at.list("list.csv", addresses);
    const clean = ["clean", file, "--out", at.out, "--keep", all, "--yes"];
    await at.expectFailure(4, "--limit <n>", ...clean);
    const ran = await at.runOk(...clean, "--limit", "3", "--json");
    expect(reportOf(ran)).toMatchObject({ credits: 3, written: 3, skipped: { beyondLimit: 5 } });
    expect(readFileSync(at.out, "utf8")).toBe(`Email\n${addresses.slice(0, 3).join("\n")}\n`);
    expect(sandbox.account(at.label).credits).toBe(0);
    for (const wrong of ["0", "-1", "many", "1.5"]) {
      expect((await at.run(...clean, `--limit=${wrong}`)).code).toBe(2);
    }
  });
});
