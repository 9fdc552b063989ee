import { resolve } from "node:path";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Session } from "./session.ts";
import type { Terminal } from "./terminal.ts";

/** Opens and reads the list in `file`; `column` names the address column, or counts it from 1. */
export async function readListFile(
  session: Session,
  terminal: Terminal,
  file: string,
  column: string | undefined,
): Promise<Result<Preflight>> {
  const opened = await session.call("lists.open", { source: { kind: "path", path: resolve(file) } });
  if (!opened.ok) return opened;
  const { listId } = opened.value;
  const stop = session.engine.on((event) => {
    if (event.event === "list.progress" && event.listId === listId) {
      terminal.progress("Reading", event.bytesRead, event.bytesTotal);
    }
  });
  const options = columnOptions(column);
  if (options.column !== undefined && options.column < 0) {
    stop();
    return fail(problem("usage", { why: "--column counts from 1" }));
  }
  const read = await session.call("lists.read", { listId, options });
  stop();
  terminal.endProgress();
  if (!read.ok) {
    await session.call("lists.discard", { listId });
    return read;
  }
  if (read.value.addressColumn === null) {
    const { candidates, columns } = read.value;
    const names = candidates.map((index) => `${index + 1} (${columns[index]?.name ?? ""})`).join(", ");
    await session.call("lists.discard", { listId });
    return fail(problem("file_column_unclear", { columns: names }));
  }
  return ok(read.value);
}

function columnOptions(column: string | undefined): ReadOptions {
  if (column === undefined) return {};
  return /^\d+$/.test(column) ? { column: Number(column) - 1 } : { columnName: column };
}
