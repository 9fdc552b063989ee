import type { Command } from "commander";

/**
 * Refuses a value with nothing in it, before anything is done: a variable that is not set leaves one behind, which must not
 * be taken for the folder, or the only cleaning, that stands there. Of any number of arguments the command takes what it can.
 */
export function refuseEmpty(command: Command): void {
  const given: [name: string, value: unknown][] = [
    ...command.registeredArguments.map((argument, at): [string, unknown] => [
      `<${argument.name()}>`,
      argument.variadic ? undefined : command.args[at],
    ]),
    ...command.options.map((option): [string, unknown] => [
      option.long ?? option.flags,
      command.getOptionValue(option.attributeName()),
    ]),
  ];
  // A blank may stand between cells.
  const empty = given.find(
    ([name, value]) => typeof value === "string" && (name === "--delimiter" ? value : value.trim()) === "",
  );
  if (empty !== undefined)
    command.error(`error: ${empty[0]} is empty, as where it comes from a variable that is not set`);
}
