import type { Command } from "commander";

/** What each shell is given: it asks `winnow complete` with the line as it is typed so far. */
const SCRIPTS = {
  bash: "complete -o default -C 'winnow complete' winnow\n",
  zsh: "autoload -Uz bashcompinit && bashcompinit\ncomplete -o default -C 'winnow complete' winnow\n",
  fish: "complete -c winnow -a '(winnow complete (commandline -cp | string collect))'\n",
  powershell: `Register-ArgumentCompleter -Native -CommandName winnow -ScriptBlock {
  param($word, $line, $cursor)
  winnow complete "$line".PadRight($cursor) | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`,
} as const;

type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as Shell[];

export function completions(shell: Shell): string {
  return SCRIPTS[shell];
}

/**
 * What may stand in the place of the last word of `line`: commands, options, or values that are one of some words, a line
 * each. Where there is nothing to say the shell offers names of files.
 */
export function candidates(program: Command, line: string): string {
  const words = line.trimStart().split(/\s+/).slice(1);
  const word = words.pop() ?? "";
  const command = words.reduce((at, name) => at.commands.find((one) => one.name() === name) ?? at, program);
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const before = options.find(({ short, long }) => [short, long].includes(words.at(-1)));
  const all =
    before?.required === true
      ? (before.argChoices ?? [])
      : word.startsWith("-")
        ? options.flatMap(({ short, long }) => [short, long])
        : [
            ...help.visibleCommands(command).map((one) => one.name()),
            ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
          ];
  const offered = all.filter((one) => one?.startsWith(word) === true && one !== "help");
  return offered.map((one) => `${one}\n`).join("");
}
