import type { Command } from "commander";
import { assertNever } from "../../../../../shared/result.ts";
import { bashCompletions } from "./bash.ts";
import { described } from "./described.ts";
import { fishCompletions } from "./fish.ts";
import { powershellCompletions } from "./powershell.ts";
import type { Shell } from "./shells.ts";
import { zshCompletions } from "./zsh.ts";

/** What `shell` is given to complete the commands and options of `program`. */
export function completions(program: Command, shell: Shell): string {
  const top = described(program);
  switch (shell) {
    case "bash":
      return bashCompletions(top);
    case "zsh":
      return zshCompletions(top);
    case "fish":
      return fishCompletions(top);
    case "powershell":
      return powershellCompletions(top);
    default:
      return assertNever(shell);
  }
}
