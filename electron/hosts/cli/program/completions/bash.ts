import { type Described, everyCommand, type Value } from "./described.ts";

/** What bash completes with; also that of macOS, which is 3.2. Where there is nothing to say it completes names of files. */
export function bashCompletions(top: Described): string {
  const all = everyCommand(top);
  const steps = all
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      ${quoted(path.join(" "))}) at=${quoted(path.join(" "))} ;;`);
  const values = all.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === null
        ? []
        : [
            `    ${flags.map((flag) => quoted(`${path.join(" ")}:${flag}`)).join("|")}) ${offer(value)}; return ;;`,
          ],
    ),
  );
  const words = all.map(({ path, options, values, commands }) => {
    const flags = options.flatMap((option) => option.flags);
    const [first] = values;
    const own = [...commands.flatMap((one) => one.path.at(-1) ?? []), ...choicesOf(first)];
    return [
      `    ${quoted(path.join(" "))})`,
      `      case "$word" in`,
      `        -*) COMPREPLY=($(compgen -W ${quoted(flags.join(" "))} -- "$word")) ;;`,
      `        *) ${own.length > 0 ? `COMPREPLY=($(compgen -W ${quoted(own.join(" "))} -- "$word"))` : offer(first ?? null)} ;;`,
      "      esac ;;",
    ].join("\n");
  });
  return `# bash completion for winnow
_winnow() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" at="" i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
${steps.join("\n")}
    esac
  done
  case "$at:$before" in
${values.join("\n")}
  esac
  case "$at" in
${words.join("\n")}
  esac
}
_winnow_nothing() {
  compopt +o default 2>/dev/null
}
complete -o default -F _winnow winnow
`;
}

function choicesOf(value: Value | undefined): readonly string[] {
  return value?.kind === "choice" ? value.choices : [];
}

/** Names of files are bash's own to complete: it knows how to quote them. */
function offer(value: Value | null): string {
  switch (value?.kind) {
    case "file":
    case "folder":
      return ":";
    case "choice":
      return `COMPREPLY=($(compgen -W ${quoted(value.choices.join(" "))} -- "$word"))`;
    default:
      return "_winnow_nothing";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
