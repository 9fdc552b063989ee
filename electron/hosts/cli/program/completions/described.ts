import type { Argument, Command, Option } from "commander";

/** What can stand as a value: a path, one of some words, or whatever the user thinks of. */
export type Value =
  | { readonly kind: "file" | "folder" | "free"; readonly name: string }
  | { readonly kind: "choice"; readonly name: string; readonly choices: readonly string[] };

export interface DescribedOption {
  /** As it is typed, e.g. `-V` and `--version`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Null: it takes none. */
  readonly value: Value | null;
}

/** A command as its declaration says it, for whoever writes about it: completions, the manual page. */
export interface Described {
  /** The words that lead to it, without the program's own name; none of the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly usage: string;
  readonly options: readonly DescribedOption[];
  readonly values: readonly (Value & { readonly isMany: boolean })[];
  readonly commands: readonly Described[];
}

/** Describes `program` and every command of it that is shown in the help. */
export function described(program: Command): Described {
  return describe(program, []);
}

function describe(command: Command, path: readonly string[]): Described {
  const help = command.createHelp();
  return {
    path,
    description: command.description(),
    usage: help.commandUsage(command),
    options: help.visibleOptions(command).map(optionOf),
    values: help.visibleCommands(command).filter((one) => one.name() !== "help").length
      ? []
      : command.registeredArguments.filter(isNamed).map((argument) => ({
          ...describedValue(argument.name(), argument.argChoices),
          isMany: argument.variadic,
        })),
    commands: help
      .visibleCommands(command)
      .filter((one) => one.name() !== "help")
      .map((one) => describe(one, [...path, one.name()])),
  };
}

/** What is only taken to be refused is not told of. */
function isNamed(argument: Argument): boolean {
  return argument.name() !== "nothing";
}

function optionOf(option: Option): DescribedOption {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined);
  const name = /[<[]([^<>[\]]+)/.exec(option.flags)?.[1];
  return {
    flags,
    description: option.description,
    value: name === undefined ? null : describedValue(name, option.argChoices),
  };
}

function describedValue(name: string, choices: readonly string[] | undefined): Value {
  if (choices !== undefined) return { kind: "choice", name, choices };
  if (name === "take or leave" || name === "results or list")
    return { kind: "choice", name, choices: name.split(" or ") };
  return { kind: name === "file" || name === "folder" ? name : "free", name };
}

/** All of them, the program first. */
export function everyCommand(top: Described): Described[] {
  return [top, ...top.commands.flatMap(everyCommand)];
}
