import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { ExportTarget } from "../../../../shared/bridge/exports.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Clock, Handlers } from "../../handlers.ts";
import type { ResultReader } from "../../results/index.ts";
import type { Layout } from "../../store/index.ts";
import { writeProblem } from "../write-problem.ts";
import { reportPage } from "./page.ts";

export interface ReportCallsInput {
  readonly layout: Layout;
  readonly reader: ResultReader;
  readonly clock: Clock;
  readonly cleaning: (cleaningId: string) => Promise<Result<Cleaning>>;
}

export interface ReportCalls {
  readonly handlers: Handlers<"exports.report">;
  /** The finished report that a browser may fetch under this id. */
  downloadFile(downloadId: string): { path: string; name: string } | null;
}

/** Writes the printable report of a cleaning: whole, or not at all. */
export function createReportCalls({ layout, reader, clock, cleaning }: ReportCallsInput): ReportCalls {
  const downloads = new Map<string, { path: string; name: string }>();
  return {
    downloadFile: (downloadId) => downloads.get(downloadId) ?? null,
    handlers: {
      async "exports.report"({ cleaningId, target }, { signal }) {
        const found = await cleaning(cleaningId);
        if (!found.ok) return found;
        const summary = await reader.ask("summary", { cleaningId, listId: found.value.listId }, { signal });
        if (!summary.ok) return summary;
        const html = reportPage(found.value, summary.value, new Date(clock.now()));
        const name = `${stem(found.value.name)}-report.html`;
        const path = target.kind === "path" ? target.path : join(layout.exports, randomUUID(), name);
        const written = await writeWhole(path, target, html);
        if (!written.ok) return written;
        const downloadId = target.kind === "download" ? randomUUID() : null;
        if (downloadId !== null) downloads.set(downloadId, { path, name });
        return ok({ name, path, bytes: Buffer.byteLength(html), downloadId });
      },
    },
  };
}

async function writeWhole(path: string, target: ExportTarget, text: string): Promise<Result<null>> {
  const temporary = join(dirname(path), `.winnow-${randomUUID()}.part`);
  try {
    if (target.kind === "download") await mkdir(dirname(path), { recursive: true });
    else if (!target.overwrite && existsSync(path)) return fail(problem("out_exists", { path }));
    const file = await open(temporary, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    return ok(null);
  } catch (error) {
    await rm(temporary, { force: true });
    const refused = writeProblem(error, path);
    if (refused === null) throw error;
    return fail(refused);
  }
}

function stem(name: string): string {
  const plain = basename(name.replaceAll("\\", "/"));
  return plain.slice(0, plain.length - extname(plain).length) || "list";
}
