import { basename, resolve } from "node:path";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { DOORS } from "../../../../shared/doors.ts";
import { count } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { LONGEST_SUPPRESSION_NAME } from "../../../../shared/suppression-name.ts";
import { FLAGS } from "../../../../shared/verdicts.ts";
import type { Command, CommandContext } from "../run.ts";
import type { SpeechOptions } from "../terminal/speech.ts";
import { findCleaning } from "./find-cleaning.ts";

export interface SuppressAddOptions extends SpeechOptions {
  readonly name?: string;
  readonly who?: string;
  readonly from?: string;
  readonly flag?: string;
  readonly door?: string;
}

type SuppressionList = CallOutput<"suppression.list">["lists"][number];

/** `winnow suppress list`: every suppression list, the oldest first. */
export function suppressListCommand(options: SpeechOptions): Command {
  return async ({ session, terminal }) => {
    const listed = await session.call("suppression.list", {});
    if (!listed.ok) return listed;
    const { lists } = listed.value;
    if (options.json === true) {
      terminal.json({ lists: lists.map(reportOf) });
      return ok(null);
    }
    if (lists.length === 0) terminal.say("No suppression list yet. Add one with: winnow suppress add <file>");
    for (const { id, name, addresses, domains, createdAt } of lists)
      terminal.data(id, new Date(createdAt).toISOString().slice(0, 10), addresses, domains, name);
    return ok(null);
  };
}

/** `winnow suppress add`: of the addresses and domains in a file, or of the people in a cleaning's rows. */
export function suppressAddCommand(file: string | undefined, options: SuppressAddOptions): Command {
  return async (context) => {
    const { from } = options;
    if (file !== undefined && from !== undefined)
      return fail(problem("usage", { why: "excluded", option: "<file>", other: "--from" }));
    if (from !== undefined && options.who !== undefined)
      return fail(problem("usage", { why: "excluded", option: "--who", other: "--from" }));
    if (from !== undefined) return addRows(context, from, options);
    for (const option of ["flag", "door"] as const)
      if (options[option] !== undefined)
        return fail(problem("usage", { why: "alone", option: `--${option}`, other: "--from" }));
    if (file === undefined)
      return fail(problem("command_invalid", { fault: "argument_missing", given: "file" }));
    return addFile(context, file, options);
  };
}

async function addFile(
  { session, terminal, signal, begin }: CommandContext,
  file: string,
  options: SuppressAddOptions,
) {
  const name = nameOf(options.name, basename(file));
  if (!name.ok) return name;
  const { who } = options;
  if (who !== undefined && who !== "unmailable" && who !== "everyone")
    return fail(problem("usage", { why: "choice", option: "--who", choices: ["unmailable", "everyone"] }));
  begin();
  const source = { kind: "path" as const, path: resolve(file) };
  const added = await session.call("suppression.add", { name: name.value, source, who }, signal);
  if (!added.ok) return added;
  const { ignored } = added.value;
  if (options.json === true) terminal.json({ ...reportOf(added.value), ignored });
  else terminal.say(addedLine(added.value));
  if (ignored > 0)
    terminal.say(
      `${count(ignored)} ${ignored === 1 ? "line holds" : "lines hold"} something that is neither an address nor a domain.`,
    );
  return ok(null);
}

async function addRows(
  { session, terminal, begin }: CommandContext,
  from: string,
  options: SuppressAddOptions,
) {
  const rows = rowsOf(options);
  if (!rows.ok) return rows;
  const found = await findCleaning(session, from);
  if (!found.ok) return found;
  const cleaning = found.value;
  const name = nameOf(options.name, `From ${cleaning.name}`);
  if (!name.ok) return name;
  begin();
  const wish = { name: name.value, cleaningId: cleaning.id, rows: rows.value };
  const added = await session.call("suppression.addRows", wish);
  if (!added.ok) return added;
  const { already, without } = added.value;
  if (options.json === true)
    terminal.json({ ...reportOf(added.value), cleaning: cleaning.id, already, without });
  else terminal.say(addedLine(added.value));
  if (already > 0)
    terminal.say(`${count(already)} more ${already === 1 ? "is" : "are"} on a suppression list already.`);
  return ok(null);
}

/** `winnow suppress remove <list>`: by its id, the beginning of it, or its name. */
export function suppressRemoveCommand(given: string, options: SpeechOptions): Command {
  return async ({ session, terminal, begin }) => {
    const listed = await session.call("suppression.list", {});
    if (!listed.ok) return listed;
    const { lists } = listed.value;
    const exact = lists.filter(({ id }) => id === given);
    const [list, ...more] =
      exact.length > 0 ? exact : lists.filter(({ id, name }) => name === given || id.startsWith(given));
    if (list === undefined || given === "") return fail(problem("suppression_unknown", { name: given }));
    if (more.length > 0) return fail(problem("suppression_ambiguous", { name: given }));
    begin();
    const removed = await session.call("suppression.remove", { id: list.id });
    if (!removed.ok) return removed;
    if (options.json === true) terminal.json(reportOf(list));
    else
      terminal.say(
        `The suppression list '${list.name}' is removed: who was on it alone is verified and mailed again.`,
      );
    return ok(null);
  };
}

function reportOf({ id, name, addresses, domains, createdAt }: SuppressionList) {
  return { list: id, name, addresses, domains, createdAt: new Date(createdAt).toISOString() };
}

function addedLine({ id, name, addresses, domains }: SuppressionList): string {
  const parts = [
    ...(addresses > 0 || domains === 0
      ? [`${count(addresses)} ${addresses === 1 ? "address" : "addresses"}`]
      : []),
    ...(domains > 0 ? [`${count(domains)} ${domains === 1 ? "domain" : "domains"}`] : []),
  ];
  return `${parts.join(" and ")} added to the suppression list '${name}' (${id}). Lists cleaned from now on leave them out.`;
}

function nameOf(given: string | undefined, usual: string): Result<string> {
  if (given === undefined) return ok(usual.slice(0, LONGEST_SUPPRESSION_NAME).trim());
  const name = given.trim();
  if (name === "") return fail(problem("usage", { why: "empty", option: "--name" }));
  return name.length > LONGEST_SUPPRESSION_NAME
    ? fail(problem("usage", { why: "too_long", option: "--name", most: LONGEST_SUPPRESSION_NAME }))
    : ok(name);
}

/** The rows behind the door that is named, else behind 'Do not send'; of them those with one of the flags, where any are. */
function rowsOf({ door, flag }: SuppressAddOptions): Result<ResultFilter> {
  const doors = chosenOf("--door", door ?? "do_not_send", DOORS);
  if (!doors.ok) return doors;
  if (flag === undefined) return ok({ doors: doors.value });
  const flags = chosenOf("--flag", flag, FLAGS);
  return flags.ok ? ok({ doors: doors.value, flags: flags.value }) : flags;
}

function chosenOf<T extends string>(option: string, text: string, choices: readonly T[]): Result<T[]> {
  const words = text.split(",").map((word) => word.trim().toLowerCase().replace(/[- ]/g, "_"));
  const chosen = choices.filter((choice) => words.includes(choice));
  return words.every((word) => chosen.some((choice) => choice === word))
    ? ok(chosen)
    : fail(problem("usage", { why: "choices", option, choices, given: text }));
}
