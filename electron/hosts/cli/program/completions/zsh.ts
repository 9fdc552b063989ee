import { type Described, type DescribedOption, everyCommand, type Value } from "./described.ts";

/** What zsh completes with: a function for each command. */
export function zshCompletions(top: Described): string {
  return `#compdef winnow
${everyCommand(top).map(functionOf).join("\n")}
if [ "$funcstack[1]" = "_winnow" ]; then
  _winnow "$@"
else
  compdef _winnow winnow
fi
`;
}

function nameOf(path: readonly string[]): string {
  return ["_winnow", ...path].join("_").replaceAll("-", "_");
}

function functionOf({ path, options, values, commands }: Described): string {
  const flags = options.flatMap(specsOf);
  if (commands.length === 0) {
    const places = values.map(
      (value, at) => `${value.isMany ? "*" : at + 1}:${plain(value.name)}:${actionOf(value)}`,
    );
    return `${nameOf(path)}() {\n  _arguments -s -S ${[...flags, ...places].map((spec) => `\\\n    ${quoted(spec)}`).join(" ")}\n}`;
  }
  const names = commands.map((one) => quoted(`${one.path.at(-1)}:${plain(one.description)}`));
  const cases = commands.map((one) => `        ${one.path.at(-1)}) ${nameOf(one.path)} ;;`);
  return `${nameOf(path)}() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C ${flags.map(quoted).join(" ")} '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands
      commands=(${names.join(" ")})
      _describe command commands ;;
    argument)
      case $line[1] in
${cases.join("\n")}
      esac ;;
  esac
}`;
}

function specsOf({ flags, description, value }: DescribedOption): string[] {
  const others = flags.length > 1 ? `(${flags.join(" ")})` : "";
  const takes = value === null ? "" : `:${plain(value.name)}:${actionOf(value)}`;
  return flags.map((flag) => `${others}${flag}[${plain(description)}]${takes}`);
}

function actionOf(value: Value): string {
  switch (value.kind) {
    case "file":
      return "_files";
    case "folder":
      return "_files -/";
    case "choice":
      return `(${value.choices.join(" ")})`;
    default:
      return " ";
  }
}

/** Without what means something between brackets and colons. */
function plain(text: string): string {
  return text.replace(/[[\]:\\]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
