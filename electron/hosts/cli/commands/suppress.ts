import type { CallOutput } from "../../../../shared/bridge.ts";
import { count, counted } from "../../../../shared/numbers.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import {
  formatOf,
  guardedSentence,
  MAX_SUPPRESSION_NAME_LENGTH,
  type SuppressionShape,
} from "../../../../shared/suppression-formats.ts";
import type { Command } from "../run-command.ts";
import { confirmOrFail } from "../terminal/ask.ts";
import type { OutputOptions } from "../terminal/terminal.ts";
import { resolveOutput, withAdviceBeforeStart } from "../writing/output-target.ts";
import { findImport } from "./import-undo.ts";

export interface SuppressExportOptions extends OutputOptions {
  readonly as: SuppressionShape;
  /** In Unix ms. */
  readonly since?: number;
  readonly out: string;
  readonly overwrite?: boolean;
}

export function suppressExportCommand(options: SuppressExportOptions): Command {
  return async ({ session, terminal, begin }) => {
    const { as, since = null, json } = options;
    const place = resolveOutput({ ...options, contents: "csv" }, session.dataDir, []);
    if (!place.ok) return place;
    const { path } = place.value;
    if (place.value.kind === "stream") return fail(problem("out_not_a_file", { path }));
    const standing = place.value.existing ?? undefined;
    begin();
    const target = { kind: "path" as const, path, overwrite: standing !== undefined, standing };
    const replaceNumbered = options.overwrite === true;
    const written = await session.call("exports.suppression", { as, since, target, replaceNumbered });
    if (!written.ok) return fail(withAdviceBeforeStart(written.problem));
    const { addresses, domains, domainsLeftOut, guarded } = written.value;
    const files = written.value.files.map((file) => file.path);
    if (json === true) {
      terminal.json({ out: path, files, as, addresses, domains, domainsLeftOut, guarded });
      return ok(null);
    }
    const what = `${counted(addresses, "address", "addresses")}${domains === 0 ? "" : ` and ${counted(domains, "domain")}`}`;
    terminal.say(`${what} written to ${files.join(", ")}.`);
    if (files.length > 1)
      terminal.say(
        `${formatOf(as).name} does not import so many at once: import all ${count(files.length)} files.`,
      );
    if (domainsLeftOut > 0)
      terminal.say(
        `${formatOf(as).name} does not accept whole domains: ${counted(domainsLeftOut, "is", "are")} not in the file. Winnow still leaves their addresses out of your lists.`,
      );
    if (guarded > 0) terminal.say(guardedSentence(guarded));
    return ok(null);
  };
}

export interface SuppressAddOptions extends OutputOptions {
  readonly name?: string;
  readonly everyone?: boolean;
  /** The column of the entries, by name or 1-based number. */
  readonly column?: string;
}

type SuppressionList = CallOutput<"suppression.list">["lists"][number];

export function suppressListCommand(options: OutputOptions): Command {
  return async ({ session, terminal }) => {
    const listed = await session.call("suppression.list", {});
    if (!listed.ok) return listed;
    const { lists } = listed.value;
    if (options.json === true) {
      terminal.json({ lists: lists.map(reportOf) });
      return ok(null);
    }
    if (lists.length === 0) terminal.say("No suppression list yet. Add one with: winnow suppress add <file>");
    for (const { id, name, isShared, addresses, domains, createdAt } of lists) {
      const day = new Date(createdAt).toISOString().slice(0, 10);
      terminal.data(id, day, addresses, domains, isShared === true ? `shared by ${name}` : name);
    }
    return ok(null);
  };
}

export function suppressAddCommand(
  file: string,
  { name, everyone, column, json }: SuppressAddOptions,
): Command {
  return async ({ session, terminal, signal, begin }) => {
    begin();
    const added = await session.withSource(file, (source, fileName) => {
      const request = {
        source,
        name: name ?? fileName.slice(0, MAX_SUPPRESSION_NAME_LENGTH),
        everyone,
        column,
      };
      return session.call("suppression.add", request, signal);
    });
    if (!added.ok) return added;
    const { ignored, erased, isNew } = added.value;
    if (json === true) terminal.json({ ...reportOf(added.value), ignored, erased });
    else
      terminal.say(
        isNew
          ? addedLine(added.value)
          : `The suppression list '${added.value.name}' (${added.value.id}) already contains exactly these entries. Nothing was added.`,
      );
    if (erased > 0)
      terminal.say(
        `${counted(erased, "entry was", "entries were")} erased on request and ${erased === 1 ? "is" : "are"} left out anyway.`,
      );
    if (ignored > 0)
      terminal.say(`${counted(ignored, "line contains", "lines contain")} neither an address nor a domain.`);
    return ok(null);
  };
}

export interface SuppressAllowOptions extends OutputOptions {
  readonly reason?: string;
  readonly yes?: boolean;
}

export function suppressAllowCommand(addresses: string[], options: SuppressAllowOptions): Command {
  return async ({ session, terminal, begin }) => {
    terminal.say(
      `Lets ${addresses.join(", ")} be verified and written again. Do this only if they signed up again; a later opt-out counts.`,
    );
    const yes = await confirmOrFail(terminal, "Let them back in?", options);
    if (!yes.ok) return yes;
    begin();
    const allowed = await session.call("suppression.allow", {
      entries: addresses,
      reason: options.reason ?? "",
    });
    if (!allowed.ok) return allowed;
    const { id, entries } = allowed.value;
    if (options.json === true) terminal.json({ import: id, allowed: entries });
    else terminal.say(`Let back in: ${entries.join(", ")}. To undo it: winnow import --undo ${id}`);
    return ok(null);
  };
}

/** `given` is an id, an id prefix or a name. */
export function suppressRemoveCommand(given: string, options: OutputOptions): Command {
  return async ({ session, terminal, begin }) => {
    const listed = await session.call("suppression.list", {});
    if (!listed.ok) return listed;
    const found = findImport(listed.value.lists, given, "suppression_unknown");
    if (!found.ok) return found;
    const list = found.value;
    begin();
    const removed = await session.call("memory.remove", { id: list.id });
    if (!removed.ok) return removed;
    if (options.json === true) terminal.json(reportOf(list));
    else
      terminal.say(
        `The suppression list '${list.name}' is removed: addresses on no other list are verified and mailed again.`,
      );
    return ok(null);
  };
}

function reportOf({ id, name, addresses, domains, createdAt }: SuppressionList) {
  return { list: id, name, addresses, domains, createdAt: new Date(createdAt).toISOString() };
}

function addedLine({ id, name, addresses, domains }: SuppressionList): string {
  const parts = [
    ...(addresses > 0 || domains === 0 ? [`${counted(addresses, "address", "addresses")}`] : []),
    ...(domains > 0 ? [`${counted(domains, "domain", "domains")}`] : []),
  ];
  return `${parts.join(" and ")} added to the suppression list '${name}' (${id}). Lists cleaned from now on leave them out.`;
}
