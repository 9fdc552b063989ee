import { expect, it } from "vitest";
import { z } from "zod";
import { program } from "../../../electron/hosts/cli/program/program.ts";
import { suiteFolder } from "../../support/folders.ts";
import { runWinnow } from "../../support/run-winnow.ts";

const winnow = program({ run: async () => {}, sandbox: async () => {} });
const commands = winnow.commands
  .flatMap((command) => (command.commands.length === 0 ? command : command.commands))
  .filter(({ options }) => options.some(({ long }) => long === "--json"))
  .map((command) =>
    command.parent === winnow ? command.name() : `${command.parent?.name()} ${command.name()}`,
  );
/** Arguments with which each command parses but finds nothing. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  clean: ["nothing-there.csv", "--out", "nowhere.csv"],
  preview: ["nothing-there.csv"],
  check: ["nobody@nowhere.example"],
  cancel: ["nothing-there"],
  delete: ["nothing-there"],
  export: ["nothing-there", "--out", "nowhere.csv"],
  restore: ["nothing-there"],
  "account add": ["--label", "Acme", "--base-url", "https://nowhere.example"],
  "account replace-key": ["nothing-there"],
  "suppress add": ["nothing-there.csv"],
  "suppress remove": ["nothing-there"],
};
const refusal = z.object({ problem: z.object({ code: z.string(), title: z.string() }) });

const folder = suiteFolder();

it("the inputs of this test belong to commands with --json", () => {
  expect(commands.length).toBeGreaterThan(15);
  for (const name of Object.keys(GIVEN)) expect(commands).toContain(name);
});

it.each(commands)("'%s --json' with an unknown option prints one object with the problem", async (name) => {
  const ran = await runWinnow([...name.split(" "), "--json", "--nonsense"], {
    env: { WINNOW_DATA_DIR: folder },
  });
  expect(ran.code).toBe(2);
  expect(refusal.parse(JSON.parse(ran.stdout)).problem.code).toBe("usage");
});

it.each(commands)("'%s --json' on an empty data folder prints one object", async (name) => {
  const given = [...name.split(" "), ...(GIVEN[name] ?? []), "--json"];
  const ran = await runWinnow(given, { env: { WINNOW_DATA_DIR: folder } });
  const printed: unknown = JSON.parse(ran.stdout);
  expect(printed).toBeTypeOf("object");
  expect(ran.stderr).not.toMatch(/^\s+at /m);
  if (ran.code !== 0) expect(refusal.parse(printed).problem.title).not.toBe("");
  if (name in GIVEN) expect(ran.code).not.toBe(0);
});
