import { resolve } from "node:path";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { defaultExportFilter, formatOfName } from "../../../engine/exports/index.ts";
import { writtenLines } from "../report.ts";
import type { Command, CommandContext } from "../run.ts";
import { parseKeep } from "./clean.ts";

export interface ExportOptions {
  readonly out: string;
  readonly keep?: string;
  readonly withVerdicts?: boolean;
  readonly keepDuplicates?: boolean;
  readonly encoding?: string;
  readonly json?: boolean;
}

/** `winnow export <cleaning> --out <file>`: the cleaned list again, from what is stored here. */
export function exportCommand(name: string, options: ExportOptions): Command {
  return async (context) => {
    const { session, terminal } = context;
    const keep = parseKeep(options.keep);
    if (!keep.ok) return keep;
    const found = await findCleaning(context, name);
    if (!found.ok) return found;
    if (found.value.state === "running" || found.value.state === "waiting") {
      return fail(problem("cleaning_unfinished", { name: found.value.name }));
    }
    const written = await session.call("exports.write", {
      cleaningId: found.value.id,
      filter: defaultExportFilter(keep.value, { keepDuplicates: options.keepDuplicates === true }),
      format: formatOfName(options.out),
      withVerdicts: options.withVerdicts === true,
      ...(options.encoding === undefined ? {} : { readAs: options.encoding }),
      target: { kind: "path", path: resolve(options.out), overwrite: true },
    });
    if (!written.ok) {
      const { code } = written.problem;
      return code === "export_encoding_unclear"
        ? fail({ ...written.problem, action: "Say which: --encoding <name>." })
        : written;
    }
    const { rows, cut = 0 } = written.value;
    const out = resolve(options.out);
    if (options.json === true) {
      terminal.data(
        JSON.stringify({ cleaning: found.value.id, out, written: rows, ...(cut > 0 ? { cut } : {}) }),
      );
    } else for (const line of writtenLines(out, rows, cut)) terminal.say(line);
    return ok(null);
  };
}

/** By id, by the beginning of an id, or by name when only one cleaning is called so. */
async function findCleaning({ session }: CommandContext, name: string): Promise<Result<Cleaning>> {
  const exact = await session.call("cleanings.list", { limit: 500 });
  if (!exact.ok) return exact;
  const { cleanings } = exact.value;
  const matches = cleanings.filter((cleaning) => cleaning.id === name);
  if (matches.length === 0) matches.push(...cleanings.filter((cleaning) => cleaning.id.startsWith(name)));
  if (matches.length === 0) matches.push(...cleanings.filter((cleaning) => cleaning.name === name));
  const [only] = matches;
  return only !== undefined && matches.length === 1
    ? ok(only)
    : fail(problem("cleaning_unknown", { cleaning: name }));
}
