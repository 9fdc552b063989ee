import { resolve } from "node:path";
import { counted } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import type { Command, CommandContext, CommandResult } from "../run-command.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { resolveOutput, writeAtomically } from "../writing/output-target.ts";

export interface EraseOptions extends OutputOptions {
  readonly file?: string;
  readonly receipt?: string;
  readonly yes?: boolean;
  /** Lets the people back in instead of erasing them. */
  readonly forgetRequest?: boolean;
}

export function eraseCommand(entries: string[], options: EraseOptions): Command {
  return async (context) => {
    const { session, terminal, signal, begin } = context;
    const { file, receipt, yes, json } = options;
    if (options.forgetRequest === true) return forgetRequest(entries, options, context);
    if (entries.length === 0 && file === undefined) return fail(problem("erase_nobody", {}));
    const place =
      receipt === undefined ? null : resolveOutput({ out: receipt, contents: "json" }, session.dataDir, []);
    if (place?.ok === false) return place;
    const who = [...entries, ...(file === undefined ? [] : [`everyone in ${file}`])].join(", ");
    terminal.say(
      `Erases ${who} from every list, result and import in Winnow's data folder, for good. They are never verified or written again, unless --forget-request lets them back in. Winnow's copies of workbooks, archives, mail and JSON files are deleted; the data read from them stays. Backups in Winnow's data folder are replaced by one made afterwards. Files that you exported and backups that you keep elsewhere stay as they are.`,
    );
    const answer = await confirmOrFail(terminal, "Erase them for good?", { yes });
    if (!answer.ok) return answer;
    begin();
    const source = file === undefined ? undefined : { kind: "path" as const, path: resolve(file) };
    const unlisten = session.engine.on((event) => {
      if (event.event === "erase.progress") terminal.progress("erasing", event.done, event.total);
    });
    const erased = await session.call("memory.erase", { entries, source }, signal);
    unlisten();
    terminal.endProgress();
    if (!erased.ok) return erased;
    const report = { erasedAt: new Date().toISOString(), ...erased.value };
    const noted =
      place === null
        ? ok(null)
        : await writeAtomically(place.value, `${JSON.stringify(report, null, 2)}\n`, session.dataDir);
    const { rows, places, verdicts, facts, backups, incomplete, team } = erased.value;
    const whole = incomplete === null ? noted : fail(incomplete);
    if (json === true) {
      terminal.json(report);
      return whole.ok ? whole : { ...whole, isInJson: true };
    }
    terminal.say(
      `Erased: ${counted(rows, "row", "rows")}, ${counted(places, "other mention", "other mentions")}, ${counted(verdicts, "verdict", "verdicts")}, ${counted(facts, "entry", "entries")} of imports and suppression lists. ${backups === 0 ? "There was no backup." : `${counted(backups, "copy of the data was", "copies of the data were")} replaced by a new backup.`}`,
    );
    if (team !== undefined)
      terminal.say(
        `Erased from your team's server: ${counted(team.facts, "fact", "facts")}. ${team.waiting.length === 0 ? "" : `The computers of ${team.waiting.join(", ")} follow when they sync next; 'winnow team status' shows it.`}`.trim(),
      );
    return whole;
  };
}

async function forgetRequest(
  entries: string[],
  { file, receipt, yes, json }: EraseOptions,
  { session, terminal, begin }: CommandContext,
): Promise<CommandResult> {
  if (file !== undefined || receipt !== undefined)
    return fail(
      problem("usage", { said: "--forget-request takes addresses, neither --file nor --receipt." }),
    );
  if (entries.length === 0) return fail(problem("erase_nobody", {}));
  terminal.say(
    `Lets ${entries.join(", ")} back in: Winnow may verify, write and store them again. Erased data does not come back.`,
  );
  const answer = await confirmOrFail(terminal, "Let them back in?", { yes });
  if (!answer.ok) return answer;
  begin();
  const allowed = await session.call("memory.allowErased", { entries });
  if (!allowed.ok) return allowed;
  if (json === true) terminal.json({ allowed: allowed.value.entries });
  else terminal.say(`Let back in: ${allowed.value.entries.join(", ")}.`);
  for (const address of allowed.value.entries.filter((entry) => !entry.startsWith("@"))) {
    const known = await session.call("memory.facts", { address });
    if (known.ok && known.value.leftOut === "suppressed")
      terminal.say(`${address} is still suppressed. \`winnow suppress allow\` lets it back in.`);
  }
  return ok(null);
}
