import type { Command } from "commander";
import type { Shell } from "./shells.ts";

export function completions(_program: Command, _shell: Shell): string {
  return "";
}
