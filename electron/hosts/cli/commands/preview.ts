import { ok } from "../../../../shared/result.ts";
import { readListFile } from "../list-file.ts";
import type { Command } from "../run.ts";

/** `winnow preview <file>`: what is in the list; nothing leaves the machine. */
export function previewCommand(file: string, options: { json?: boolean; column?: string }): Command {
  return async ({ session, terminal }) => {
    const list = await readListFile(session, terminal, file, options.column);
    if (!list.ok) return list;
    const preflight = list.value;
    await session.call("lists.discard", { listId: preflight.listId });
    if (options.json === true) {
      terminal.data(JSON.stringify(preflight));
      return ok(null);
    }
    const n = (value: number) => value.toLocaleString("en-US");
    const column = preflight.columns[preflight.addressColumn ?? 0]?.name ?? "";
    const delimiter = preflight.delimiter === "\t" ? "tab" : preflight.delimiter;
    const lines: [string, string][] = [
      ["Rows", n(preflight.rows)],
      ["Address column", column],
      ["Encoding", preflight.encoding],
      ["Delimiter", delimiter],
      ["Different addresses", n(preflight.unique)],
      ["Repeated", n(preflight.repeated)],
      ["Malformed", n(preflight.malformed)],
      ["Without an address", n(preflight.empty)],
      ["Role addresses", n(preflight.role)],
      ["Disposable", n(preflight.disposable)],
      ["Free providers", n(preflight.free)],
      ["Likely typos", n(preflight.typos)],
    ];
    for (const [name, value] of lines) terminal.data(`${name.padEnd(20)} ${value}`);
    for (const oddity of preflight.oddities) {
      terminal.say(
        `${oddity.code.replaceAll("_", " ")}: ${n(oddity.count)} (lines ${oddity.lines.slice(0, 5).join(", ")})`,
      );
    }
    return ok(null);
  };
}
