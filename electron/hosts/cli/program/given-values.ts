import type { Command, CommanderError } from "commander";
import type { z } from "zod";
import { baseUrlSchema, labelSchema } from "../../../../shared/bridge/accounts.ts";
import { pathSchema } from "../../../../shared/bridge/lists.ts";
import type { CommandFault } from "../../../../shared/problems/requests.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";

/** What a value must be beyond what every value must; how a list is read has rules of its own, see reading-flags.ts. */
const TAKES: Readonly<Record<string, z.ZodType>> = {
  "--label": labelSchema,
  "--base-url": baseUrlSchema,
};

/**
 * What is wrong with a value that `command` was given, before anything is done with it; null: nothing. A variable that is
 * not set leaves an empty one behind, which must not be taken for the folder, or the only cleaning, that stands there.
 * Arguments of which there may be any number are the command's own, unless they are paths.
 */
export function unusableValue(command: Command): Problem | null {
  const given: [name: string, value: unknown][] = [
    ...command.registeredArguments.flatMap((argument, at): [string, unknown][] => {
      const name = `<${argument.name()}>`;
      if (!argument.variadic) return [[name, command.args[at]]];
      return PATHS.has(name) ? command.args.slice(at).map((path) => [name, path]) : [];
    }),
    ...command.options.map((option): [string, unknown] => [
      option.long ?? option.flags,
      command.getOptionValue(option.attributeName()),
    ]),
  ];
  for (const [name, value] of given) {
    if (typeof value !== "string") continue;
    const met = whatIsWrong(name, value);
    if (met !== null) return met;
  }
  return null;
}

const PATHS: ReadonlySet<string> = new Set(["<file>", "<folder>", "--out"]);

/** What {@link notUnderstood} tells apart. */
const FAULTS: Readonly<Record<string, CommandFault>> = {
  "commander.unknownOption": "option_unknown",
  "commander.unknownCommand": "command_unknown",
  "commander.missingMandatoryOptionValue": "option_missing",
  "commander.optionMissingArgument": "value_missing",
  "commander.missingArgument": "argument_missing",
  "commander.excessArguments": "too_many",
};

/** Why a command line could not be taken apart, for a program to read. */
export function notUnderstood({ code, message }: CommanderError): Problem {
  const given = /'([^']*)'/.exec(message)?.[1] ?? "";
  return problem("command_invalid", { fault: FAULTS[code] ?? "other", given });
}

function whatIsWrong(option: string, value: string): Problem | null {
  const issue = [pathSchema, TAKES[option] ?? pathSchema]
    .map((schema) => schema.safeParse(value).error?.issues[0])
    .find((one) => one !== undefined);
  if (issue === undefined) return null;
  return issue.code === "too_big"
    ? problem("usage", { why: "too_long", option, most: Number(issue.maximum) })
    : problem("usage", { why: "empty", option });
}
