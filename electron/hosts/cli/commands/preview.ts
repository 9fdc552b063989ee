import type { Preflight } from "../../../../shared/bridge/lists.ts";
import { domainWords } from "../../../../shared/domain-words.ts";
import { count as n } from "../../../../shared/numbers.ts";
import { ok } from "../../../../shared/result.ts";
import { type DomainFlags, lookUpDomains, type ReadingFlags, readListFile } from "../reading/list-file.ts";
import { printable, questionLines } from "../reading/open-questions.ts";
import type { Command, CommandContext } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";

export interface PreviewOptions extends ReadingFlags, DomainFlags, OutputOptions {}

export function previewCommand(file: string, options: PreviewOptions): Command {
  return async (context) => {
    const { session, terminal } = context;
    const list = await readListFile(session, terminal, file, options, { isReadOnly: true });
    if (!list.ok) return list;
    if (options.json !== true) await show(context, list.value);
    const looksUpDomains = options.domains === true;
    const lookup = looksUpDomains ? await lookUpDomains(session, terminal, list.value.listId) : ok(null);
    if (!lookup.ok) return lookup;
    const { value: domains } = lookup;
    if (options.json === true) terminal.json(domains === null ? list.value : { ...list.value, domains });
    for (const { domain, addresses, why } of options.json === true ? [] : (domains?.dead ?? []))
      terminal.data(`${domain.padEnd(30)} ${n(addresses).padStart(7)}  ${domainWords.why[why]}`);
    return ok(null);
  };
}

async function show({ session, terminal }: CommandContext, preflight: Preflight): Promise<void> {
  const { listId } = preflight;
  const corrections = await session.call("lists.typos", { listId, of: "cells", offset: 0, limit: 20 });
  const column = preflight.columns[preflight.addressColumn ?? 0]?.name ?? "";
  const delimiter = preflight.delimiter === "\t" ? "tab" : preflight.delimiter;
  const lines: [string, string][] = [
    ...(preflight.inside === undefined ? [] : [pair("File", preflight.inside)]),
    ...(preflight.sheet === null ? [] : [pair("Sheet", preflight.sheet)]),
    ["Rows", n(preflight.rows)],
    ["Address column", column],
    ["Encoding", preflight.encoding],
    ["Delimiter", delimiter],
    ["Different addresses", n(preflight.unique)],
    ["Duplicates", n(preflight.repeated)],
    ["Invalid", n(preflight.malformed)],
    ["Invalid, correctable", n(preflight.fixable ?? 0)],
    ["Empty", n(preflight.empty)],
    ["Role addresses", n(preflight.role)],
    ["Disposable", n(preflight.disposable)],
    ["Free providers", n(preflight.free)],
    ["Likely typos", n(preflight.typos)],
  ];
  for (const [name, value] of lines) terminal.data(`${name.padEnd(20)} ${value}`);
  for (const question of preflight.questions ?? []) {
    for (const line of questionLines(question)) terminal.say(line);
  }
  for (const { address, suggestion, rows } of corrections.ok ? corrections.value.typos : []) {
    terminal.say(`${JSON.stringify(address)} → ${suggestion} (${n(rows)})`);
  }
  for (const oddity of preflight.oddities) {
    terminal.say(
      `${oddity.code.replaceAll("_", " ")}: ${n(oddity.count)} (lines ${oddity.lines.slice(0, 5).join(", ")})`,
    );
  }
}

function pair(name: string, value: string): [string, string] {
  return [name, printable(value)];
}
