import { Command as Program } from "commander";
import { plainLine } from "../../plain-text.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT_MEANINGS, EXIT_NOTE } from "../exit-codes.ts";
import { addAccountCommands } from "./account.ts";
import { addCleaningCommands } from "./cleanings.ts";
import { candidates, completions, SHELLS } from "./completions.ts";
import { addDataCommands } from "./data.ts";
import type { Doors } from "./doors.ts";
import { addSuppressCommands } from "./suppress.ts";
import { addVerifyingCommands } from "./verifying.ts";
import { version } from "./version.ts";

/** The exit codes for the help, a line each. */
function exitHelp(): string {
  const lines = Object.entries(EXIT_MEANINGS).map(([code, meaning]) => `  ${code.padEnd(3)}${meaning}`);
  return `Exit codes:\n${lines.join("\n")}\n\n${EXIT_NOTE}`;
}

/** Every command with its options: what is parsed, and what help, completions and the manual page are made from. */
export function program(
  doors: Doors,
  { stdout, stderr }: Pick<CliIo, "stdout" | "stderr"> = process,
): Program {
  const winnow = new Program("winnow")
    .description("Clean email lists: verify addresses, keep every column.")
    .version(version(), "-V, --version", "print the version")
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // It repeats what was typed: a shell fills that in with names of files, and what is too much may be a key.
      outputError: (text, write) => write(`${plainLine(text.trim().replace(/ but got \d+: .*/s, "."))}\n`),
    })
    .addHelpText("after", `\n${exitHelp()}`);
  addVerifyingCommands(winnow, doors);
  addCleaningCommands(winnow, doors);
  addSuppressCommands(winnow, doors);
  addAccountCommands(winnow, doors);
  addDataCommands(winnow, doors);
  winnow
    .command("completions")
    .description("print what completes commands and options in a shell")
    .addArgument(winnow.createArgument("<shell>", "which shell").choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => doors.print(async () => completions(shell)));
  winnow
    .command("complete", { hidden: true })
    .description("print what may stand in the place of the last word of a line, for a shell")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[line...]")
    .action(([line = ""]: string[]) =>
      doors.print(async () => candidates(winnow, process.env.COMP_LINE ?? line)),
    );
  winnow
    .command("manual", { hidden: true })
    .description("print the manual page, for the build")
    .action(() => doors.print(async () => (await import("./manual-page.ts")).manualPage(winnow, version())));
  winnow
    .command("sandbox")
    .description("run the built-in service as a server")
    .allowUnknownOption()
    .helpOption(false)
    .argument("[options...]")
    .action(() => doors.sandbox());
  return winnow;
}
