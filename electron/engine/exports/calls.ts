import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { z } from "zod";
import type { Out } from "../../../shared/bridge/cleanings.ts";
import type { ExportRequest } from "../../../shared/bridge/exports.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Emit, Handlers } from "../handlers.ts";
import type { ResultReader } from "../results/index.ts";
import type { Journal, Layout, RunOptions } from "../store/index.ts";
import { defaultExportFilter } from "./default-filter.ts";
import { formatOfName } from "./file-format.ts";
import { refusal } from "./place.ts";
import type { WriteInput, WriteOutcome } from "./write.ts";

export type ExportCallName = "exports.count" | "exports.write" | "exports.cancel";

export interface ExportCallsInput {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly reader: ResultReader;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Runs the task `exports.write` in a thread. */
  readonly run: (input: WriteInput, options: RunOptions) => Promise<Result<WriteOutcome>>;
}

export interface ExportCalls {
  /** Writes the file that was asked for with a cleaning, be it only a header; answers its rows. */
  writeOut(cleaningId: string, out: Out): Promise<Result<{ rows: number; cut: number }>>;
  /** Why the cleaned list may not be written there; null: it may. */
  refusalOf(listId: string, out: Pick<Out, "path" | "overwrite">): Problem | null;
  readonly handlers: Handlers<ExportCallName>;
  /** The finished file that a browser may fetch under this id. */
  downloadFile(downloadId: string): { path: string; name: string } | null;
}

const foundSchema = z.object({
  list_id: z.string(),
  list_name: z.string(),
  source_path: z.string().nullable(),
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const progressSchema = z.object({ rowsWritten: z.int(), rowsTotal: z.int() });

/** The handlers of `exports.*`. Files for browsers are kept under the layout's `exports`. */
export function createExportCalls(room: ExportCallsInput): ExportCalls {
  const { journal, layout, reader, emit, clock, run } = room;
  const downloads = new Map<string, { path: string; name: string }>();
  clearDownloads(layout.exports);
  const underWay = new Map<string, Set<AbortController>>();

  function find(cleaningId: string) {
    const row = journal.db
      .prepare(
        `SELECT list_id, lists.name AS list_name, source_path
         FROM cleanings JOIN lists ON lists.id = list_id WHERE cleanings.id = ?`,
      )
      .get(cleaningId);
    if (row === undefined) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
    return ok(foundSchema.parse(row));
  }

  function targetOf(request: ExportRequest, exportId: string, listName: string) {
    if (request.target.kind === "path") return request.target;
    const folder = join(layout.exports, exportId);
    mkdirSync(folder, { recursive: true });
    return { path: join(folder, downloadName(request, listName)), overwrite: false };
  }

  async function write(
    request: ExportRequest,
    signal: AbortSignal,
    id: string = randomUUID(),
    allowEmpty = false,
  ): Promise<Result<WriteOutcome & { id: string }>> {
    const { cleaningId } = request;
    const found = find(cleaningId);
    if (!found.ok) return found;
    const { list_id, list_name, source_path } = found.value;
    const { path, overwrite } = targetOf(request, id, list_name);
    const temporary = join(dirname(path), `.winnow-${id}.part`);
    const running = run(
      {
        list: layout.list(list_id),
        results: layout.cleaning(cleaningId).results,
        request,
        target: path,
        overwrite,
        temporary,
        allowEmpty,
        sourcePath: source_path,
        name: list_name,
        now: clock.now(),
      },
      {
        signal,
        onProgress(value) {
          emit({ event: "export.progress", cleaningId, ...progressSchema.parse(value) });
        },
      },
    );
    const result = await running.finally(() => {
      // A thread that was stopped cannot tidy up behind itself.
      rmSync(temporary, { recursive: true, force: true });
      rmSync(`${temporary}.d`, { recursive: true, force: true });
    });
    if (!result.ok && request.target.kind === "download") {
      rmSync(join(layout.exports, id), { recursive: true, force: true });
    }
    return result.ok ? ok({ ...result.value, id }) : result;
  }

  const handlers: Handlers<ExportCallName> = {
    async "exports.count"({ cleaningId, filter }, { signal }) {
      const found = find(cleaningId);
      if (!found.ok) return found;
      const answer = await reader.ask(
        "count",
        { cleaningId, listId: found.value.list_id, filter },
        { signal },
      );
      return answer;
    },
    async "exports.write"(request, { signal }) {
      const controller = new AbortController();
      const own = underWay.get(request.cleaningId) ?? new Set();
      underWay.set(request.cleaningId, own.add(controller));
      try {
        const result = await write(request, AbortSignal.any([signal, controller.signal]));
        if (!result.ok) return result;
        const { id, rows, guarded, replaced, cut, corrected, files } = result.value;
        const isDownload = request.target.kind === "download";
        return ok({
          exportId: id,
          rows,
          guarded,
          replaced,
          cut,
          corrected,
          files: files.map((file) => {
            const downloadId = isDownload ? randomUUID() : null;
            if (downloadId !== null) downloads.set(downloadId, { path: file.path, name: file.name });
            return { ...file, downloadId };
          }),
        });
      } finally {
        own.delete(controller);
        if (own.size === 0) underWay.delete(request.cleaningId);
      }
    },
    async "exports.cancel"({ cleaningId }) {
      for (const controller of underWay.get(cleaningId) ?? []) controller.abort();
      return ok({});
    },
  };
  return {
    handlers,
    downloadFile: (downloadId) => downloads.get(downloadId) ?? null,
    async writeOut(cleaningId, out) {
      const request: ExportRequest = {
        cleaningId,
        filter: defaultExportFilter(out.keep, { keepDuplicates: out.keepDuplicates }),
        sort: { by: { kind: "row" }, descending: false },
        format: formatOfName(out.path),
        withVerdicts: out.withVerdicts,
        columns: null,
        split: "one",
        target: { kind: "path", path: out.path, overwrite: out.overwrite },
      };
      // Its temporary file is named after the cleaning: one that a crash left behind is taken up again.
      const written = await write(request, new AbortController().signal, cleaningId, true);
      return written.ok ? ok({ rows: written.value.rows, cut: written.value.cut }) : written;
    },
    refusalOf(listId, { path, overwrite }) {
      const list = layout.list(listId);
      const row = journal.db.prepare("SELECT source_path FROM lists WHERE id = ?").get(listId);
      const source =
        z.object({ source_path: z.string().nullable() }).optional().parse(row)?.source_path ?? null;
      const untouchable = [list.original, list.records, ...(source === null ? [] : [source])];
      return refusal({ target: path, overwrite, isFolder: false, untouchable });
    },
  };
}

/** Removes files that were written for browsers in earlier runs: nobody has an id for them any more. */
function clearDownloads(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (UUID.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** What a file that a browser fetches is called. */
function downloadName(request: ExportRequest, listName: string): string {
  const plain = basename(listName.replaceAll("\\", "/"));
  const base = plain.slice(0, plain.length - extname(plain).length) || "list";
  if (request.split === "per_verdict") return `${base}-clean.zip`;
  return `${base}-clean${request.format.kind === "xlsx" ? ".xlsx" : ".csv"}`;
}
