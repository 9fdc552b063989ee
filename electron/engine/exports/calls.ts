import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CellCounts } from "../../../shared/bridge/cell-counts.ts";
import type { OutputFile } from "../../../shared/bridge/cleanings.ts";
import type { ExportFilter, ExportRequest } from "../../../shared/bridge/exports.ts";
import type { FileStamp } from "../../../shared/bridge/file-stamp.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { type FoundCleaning, knownCleaning, listName } from "../catalog/index.ts";
import type { Clock } from "../clock.ts";
import type { Emit, Handlers } from "../handlers.ts";
import { type Sources, USER } from "../memory/index.ts";
import { type ResultReader, withStartedSuppression } from "../results/index.ts";
import type { Journal, Layout, RunOptions } from "../store/index.ts";
import { defaultExportFilter } from "./default-filter.ts";
import { removeLeftovers } from "./files/atomic-write.ts";
import type { Downloads } from "./files/own-downloads.ts";
import { STANDARD_OUTPUT, writeProblem } from "./files/place.ts";
import { safeFileName, safeNameWith, stemOf } from "./files/safe-name.ts";
import { pipeFile } from "./files/stream.ts";
import { formatOfName } from "./formats/file-names.ts";
import type { WriteInput, WriteOutcome } from "./types.ts";
import { checkOutput, createDestinations } from "./write/destination.ts";
import type { RecordMailingInput, Sent } from "./write/sent.ts";

export type ExportCallName = "forecast.results" | "exports.count" | "exports.write" | "exports.cancel";

export interface ExportCallsInput {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly downloads: Downloads;
  readonly reader: ResultReader;
  readonly emit: Emit;
  readonly clock: Clock;
  readonly sources: Pick<Sources, "arriving" | "enter">;
  readonly refreshForecast: (signal: AbortSignal) => Promise<Result<unknown>>;
  readonly noteSent: (input: RecordMailingInput) => Promise<Result<Sent>>;
  readonly run: (input: WriteInput, options: RunOptions) => Promise<Result<WriteOutcome>>;
}

export type OutWritten = Pick<WriteOutcome, "rows" | keyof CellCounts>;

export interface ExportCalls {
  /** Writes the cleaning's automatic export, even if it contains only a header. */
  writeOutput(cleaningId: string, out: OutputFile): Promise<Result<OutWritten>>;
  /** Checks that the automatic export can be written. Returns the stamp of the file it may replace, or `null`. */
  checkOutputPath(listId: string, out: OutputFile): Result<FileStamp | null>;
  /** Removes unfinished files of crashed runs. */
  recover(): void;
  /** Resolves when all exports have been recorded. Never rejects. */
  noted(): Promise<unknown>;
  readonly handlers: Handlers<ExportCallName>;
}

const progressSchema = z.object({ rowsWritten: z.int(), rowsTotal: z.int() });
const NEVER = new AbortController().signal;

/** Creates the handlers of `exports.*`. Files for browsers are kept in the layout's `exports` folder. */
export function createExportCalls(room: ExportCallsInput): ExportCalls {
  const { journal, layout, reader, emit, clock, run } = room;
  const destinationOf = createDestinations(room);
  let mailingsRecorded: Promise<unknown> = Promise.resolve();
  const runningExports = new Map<string, Set<AbortController>>();

  /** Leaves out suppressed addresses, unless the request or the cleaning says otherwise. */
  function filterFor(asked: ExportFilter, { suppresses }: FoundCleaning): ExportFilter {
    const filter = { ...asked, leaveOutSuppressed: asked.leaveOutSuppressed ?? suppresses };
    const { selected } = asked;
    if (selected === undefined || Array.isArray(selected.rows)) return filter;
    return {
      ...filter,
      selected: { ...selected, rows: withStartedSuppression(selected.rows, { suppresses }) },
    };
  }

  async function write(
    asked: ExportRequest,
    signal: AbortSignal,
    id: string,
    isOwed = false,
  ): Promise<Result<WriteOutcome>> {
    const { cleaningId, target } = asked;
    const found = knownCleaning(journal.db, cleaningId);
    if (!found.ok) return found;
    const request = { ...asked, filter: filterFor(asked.filter, found.value) };
    const { listId, name } = found.value;
    const to = destinationOf(target, {
      id,
      listId,
      name: downloadName(request, name),
      isKept: isOwed,
    });
    let kept = false;
    try {
      const written = await run(
        {
          dataDir: layout.dataDir,
          list: layout.list(listId),
          results: layout.cleaning(cleaningId).results,
          request,
          target: to.target,
          temporary: to.temporary,
          mode: to.mode,
          // An earlier run may have crashed right after writing it.
          acceptIdentical: isOwed,
          allowEmpty: request.allowEmpty === true,
          name,
          fileName: listName(journal.db, listId),
          now: clock.now(),
        },
        {
          signal,
          onProgress(value) {
            emit({ event: "export.progress", cleaningId, name: asked.name, ...progressSchema.parse(value) });
          },
        },
      );
      if (!written.ok) return written;
      kept = true;
      // The caller doesn't wait for the recording.
      const noting = noteSent(listId, request, written.value.files[0]?.name ?? name).catch(() => {});
      mailingsRecorded = Promise.all([mailingsRecorded, noting]);
      // Automatic exports run in the background: recording first delays no one and avoids overlapping memory peaks.
      if (isOwed) await noting;
      if (to.stream === null || target.kind === "download") return written;
      return await send(written.value, to, target.path, signal);
    } finally {
      to.end(kept);
    }
  }

  /** Records the mailing for forecasts. Failures don't affect the export. */
  async function noteSent(listId: string, request: ExportRequest, name: string): Promise<void> {
    const id = randomUUID();
    const { cleaningId } = request;
    await room.refreshForecast(NEVER);
    const sent = await room.noteSent({
      dataDir: layout.dataDir,
      list: layout.list(listId),
      results: layout.cleaning(cleaningId).results,
      request,
      target: room.sources.arriving(id),
    });
    if (!sent.ok || sent.value.written.facts === 0) return;
    const { written, bounds } = sent.value;
    await room.sources.enter(id, {
      ...written,
      name,
      kind: "sent",
      source: USER,
      addresses: 0,
      domains: 0,
      assumedAt: clock.now(),
      cleaningId,
      forecast: JSON.stringify(bounds),
    });
  }

  async function send(
    written: WriteOutcome,
    { target, stream }: ReturnType<typeof destinationOf>,
    path: string,
    signal: AbortSignal,
  ): Promise<Result<WriteOutcome>> {
    const name = path === STANDARD_OUTPUT ? "standard output" : path;
    const files = written.files.map((file) => ({ ...file, name, path }));
    try {
      if (stream === null || (await pipeFile(target.path, stream, signal)) === "sent")
        return ok({ ...written, files });
    } catch (error) {
      const refused = signal.aborted ? problem("cancelled") : writeProblem(error, name);
      if (refused === null) throw error;
      return fail(refused);
    }
    // Reading only part of stdout is fine (`| head`), but a named pipe must be read to the end.
    return stream.isStandardOutput
      ? ok({ ...written, files, readerLeft: true })
      : fail(problem("out_reader_left", { path: name }));
  }

  const handlers: Handlers<ExportCallName> = {
    async "forecast.results"({ cleaningId, filter, most = null }, { signal }) {
      const found = knownCleaning(journal.db, cleaningId);
      if (!found.ok) return found;
      const fresh = await room.refreshForecast(signal);
      if (!fresh.ok) return fresh;
      const wanted = filterFor(filter, found.value);
      const question = { cleaningId, listId: found.value.listId, filter: wanted, most };
      return reader.ask("forecast", question, { signal });
    },
    async "exports.count"({ cleaningId, filter }, { signal }) {
      const found = knownCleaning(journal.db, cleaningId);
      if (!found.ok) return found;
      const wanted = filterFor(filter, found.value);
      const answer = await reader.ask(
        "count",
        { cleaningId, listId: found.value.listId, filter: wanted },
        { signal },
      );
      const leavesOutSuppressed = wanted.leaveOutSuppressed === true;
      return answer.ok ? ok({ ...answer.value, leavesOutSuppressed }) : answer;
    },
    async "exports.write"(request, { signal }) {
      const controller = new AbortController();
      const exportId = randomUUID();
      const name = request.name ?? exportId;
      const own = runningExports.get(name) ?? new Set();
      runningExports.set(name, own.add(controller));
      try {
        const result = await write(request, AbortSignal.any([signal, controller.signal]), exportId);
        if (!result.ok) return result;
        const isDownload = request.target.kind === "download";
        const files = result.value.files.map((file) => {
          const { cleaningId } = request;
          return {
            ...file,
            downloadId: isDownload ? room.downloads.register(exportId, { ...file, cleaningId }) : null,
          };
        });
        return ok({ ...result.value, exportId, files });
      } finally {
        own.delete(controller);
        if (own.size === 0) runningExports.delete(name);
      }
    },
    async "exports.cancel"({ name }) {
      for (const controller of runningExports.get(name) ?? []) controller.abort();
      return ok({});
    },
  };
  return {
    handlers,
    recover: () => removeLeftovers(layout.unfinished),
    noted: () => mailingsRecorded,
    async writeOutput(cleaningId, out) {
      const { path, standing } = out;
      const request: ExportRequest = {
        cleaningId,
        filter: defaultExportFilter(out.keep, out),
        sort: { by: { kind: "row" }, descending: false },
        format: formatOfName(path),
        withVerdicts: out.withVerdicts,
        columns: null,
        split: "one",
        allowEmpty: true,
        allowShrink: out.allowShrink,
        // Only the file that existed at the time of consent may be replaced.
        target: { kind: "path", path, overwrite: standing !== undefined, standing },
      };
      return write(request, NEVER, randomUUID(), true);
    },
    checkOutputPath: (listId, out) => checkOutput(room, listId, out),
  };
}

function downloadName(request: ExportRequest, name: string): string {
  const extension = request.format.kind === "xlsx" ? ".xlsx" : ".csv";
  const end = safeFileName(`-${request.part ?? "export"}`);
  return safeNameWith(stemOf(name), `${end}${request.split === "per_verdict" ? ".zip" : extension}`);
}
