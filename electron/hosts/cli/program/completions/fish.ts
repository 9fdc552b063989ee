import { type Described, everyCommand, type Value } from "./described.ts";

/** What fish completes with. */
export function fishCompletions(top: Described): string {
  const lines = everyCommand(top).flatMap((one) => linesOf(one));
  return ["# fish completion for winnow", "complete -c winnow -f", ...lines, ""].join("\n");
}

function linesOf({ path, options, values, commands }: Described): string[] {
  const here = whenAt(path, commands);
  const [first] = values;
  return [
    ...commands.map((one) => line(here, ["-a", quoted(one.path.at(-1) ?? "")], one.description)),
    ...options.map(({ flags, description, value }) =>
      line(
        whenAt(path, []),
        [...flags.flatMap(flagOf), ...(value === null ? [] : [takes(value), ...offer(value)])],
        description,
      ),
    ),
    ...(first === undefined || first.kind === "free" ? [] : [line(here, offer(first), first.name)]),
  ];
}

/** The condition that the words so far lead to a command, and to none of those below it. */
function whenAt(path: readonly string[], below: readonly Described[]): string {
  if (path.length === 0) return "__fish_use_subcommand";
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const names = below.map((one) => one.path.at(-1)).join(" ");
  return [...seen, ...(names === "" ? [] : [`not __fish_seen_subcommand_from ${names}`])].join("; and ");
}

function line(when: string, words: readonly string[], description: string): string {
  return `complete -c winnow -n ${quoted(when)} ${words.join(" ")} -d ${quoted(description)}`;
}

function flagOf(flag: string): string[] {
  return flag.startsWith("--") ? ["-l", flag.slice(2)] : ["-s", flag.slice(1)];
}

/** Names of files are offered for files alone. */
function takes(value: Value): string {
  return value.kind === "file" ? "-r" : "-x";
}

function offer(value: Value): string[] {
  switch (value.kind) {
    case "file":
      return ["-F"];
    case "folder":
      return ["-a", quoted("(__fish_complete_directories)")];
    case "choice":
      return ["-a", quoted(value.choices.join(" "))];
    default:
      return [];
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
