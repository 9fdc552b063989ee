import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CellCounts } from "../../../shared/bridge/cell-counts.ts";
import type { Out } from "../../../shared/bridge/cleanings.ts";
import type { ExportFilter, ExportRequest } from "../../../shared/bridge/exports.ts";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Clock, Emit, Handlers } from "../handlers.ts";
import { type Sources, USER } from "../memory/index.ts";
import { type ResultReader, segmentsAsStarted, suppressesIn } from "../results/index.ts";
import type { Journal, Layout, RunOptions } from "../store/index.ts";
import { defaultExportFilter } from "./default-filter.ts";
import type { Downloads } from "./files/own-downloads.ts";
import { STANDARD_OUTPUT, writeProblem } from "./files/place.ts";
import { removeLeftovers } from "./files/put-file.ts";
import { safeFileName, safeNameWith, stemOf } from "./files/safe-name.ts";
import { sendFile } from "./files/stream.ts";
import { formatOfName } from "./formats/file-names.ts";
import type { WriteInput, WriteOutcome } from "./types.ts";
import { agreeOut, createDestinations } from "./write/destination.ts";
import type { NoteInput, Sent } from "./write/sent.ts";

export type ExportCallName = "forecast.results" | "exports.count" | "exports.write" | "exports.cancel";

export interface ExportCallsInput {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly downloads: Downloads;
  readonly reader: ResultReader;
  readonly emit: Emit;
  readonly clock: Clock;
  /** Notes whom an export may be sent to. */
  readonly sources: Pick<Sources, "arriving" | "enter">;
  /** Brings up to date what is forecast by. */
  readonly refreshForecast: (signal: AbortSignal) => Promise<Result<unknown>>;
  /** Runs the task `exports.noteSent` in a thread. */
  readonly noteSent: (input: NoteInput) => Promise<Result<Sent>>;
  /** Runs the task `exports.write` in a thread. */
  readonly run: (input: WriteInput, options: RunOptions) => Promise<Result<WriteOutcome>>;
}

/** What was written for a cleaning by itself. */
export type OutWritten = Pick<WriteOutcome, "rows" | keyof CellCounts>;

export interface ExportCalls {
  /** Writes the file that was asked for with a cleaning, be it only a header. */
  writeOut(cleaningId: string, out: Out): Promise<Result<OutWritten>>;
  /** Whether the cleaned list can be written there once the cleaning is done; what it then may replace, null: nothing. */
  agreeOut(listId: string, out: Out): Result<Standing | null>;
  /** Resolves when all that was exported is noted. Does not reject. */
  noted(): Promise<unknown>;
  readonly handlers: Handlers<ExportCallName>;
}

const foundSchema = z.object({
  list_id: z.string(),
  /** As the user calls it: the file's name until it was renamed. */
  name: z.string(),
  list_name: z.string(),
  source_path: z.string().nullable(),
  options: z.string(),
});
const progressSchema = z.object({ rowsWritten: z.int(), rowsTotal: z.int() });
const NEVER = new AbortController().signal;

/** The handlers of `exports.*`. Files for browsers are kept under the layout's `exports`. */
export function createExportCalls(room: ExportCallsInput): ExportCalls {
  const { journal, layout, reader, emit, clock, run } = room;
  removeLeftovers(layout.unfinished);
  const destinationOf = createDestinations(room);
  let noted: Promise<unknown> = Promise.resolve();
  /** By the names that pages gave them. */
  const underWay = new Map<string, Set<AbortController>>();

  function find(cleaningId: string) {
    const row = journal.db
      .prepare(
        `SELECT list_id, lists.name AS list_name, cleanings.name AS name, source_path, options
         FROM cleanings JOIN lists ON lists.id = list_id WHERE cleanings.id = ?`,
      )
      .get(cleaningId);
    if (row === undefined) return fail(problem("cleaning_unknown", { cleaning: cleaningId }));
    return ok(foundSchema.parse(row));
  }

  /** Whoever is on a suppression list must not be mailed: left out, unless it was chosen otherwise here or for the cleaning. */
  function filterFor(asked: ExportFilter, { options }: z.output<typeof foundSchema>): ExportFilter {
    const suppresses = suppressesIn(options);
    const filter = { ...asked, leaveOutSuppressed: asked.leaveOutSuppressed ?? suppresses };
    const { selected } = asked;
    if (selected === undefined || Array.isArray(selected.rows)) return filter;
    return { ...filter, selected: { ...selected, rows: segmentsAsStarted(selected.rows, { suppresses }) } };
  }

  async function write(
    asked: ExportRequest,
    signal: AbortSignal,
    id: string,
    isOwed = false,
  ): Promise<Result<WriteOutcome>> {
    const { cleaningId, target } = asked;
    const found = find(cleaningId);
    if (!found.ok) return found;
    const request = { ...asked, filter: filterFor(asked.filter, found.value) };
    const { list_id, list_name, name } = found.value;
    const to = destinationOf(target, {
      id,
      listId: list_id,
      name: downloadName(request, name),
      isKept: isOwed,
    });
    let kept = false;
    try {
      const written = await run(
        {
          dataDir: layout.dataDir,
          list: layout.list(list_id),
          results: layout.cleaning(cleaningId).results,
          request,
          place: to.place,
          temporary: to.temporary,
          mode: to.mode,
          // An earlier run may have ended right behind it.
          sameIsDone: isOwed,
          allowEmpty: request.allowEmpty === true,
          name,
          fileName: list_name,
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
      // Whoever wants the file does not wait for that.
      const noting = noteSent(list_id, request, written.value.files[0]?.name ?? name).catch(() => {});
      noted = Promise.all([noted, noting]);
      // An owed file is written in the background, so noting it first delays no one and keeps the memory peaks apart.
      if (isOwed) await noting;
      if (to.stream === null || target.kind === "download") return written;
      return await send(written.value, to, target.path, signal);
    } finally {
      to.end(kept);
    }
  }

  /** Notes that it may be sent. What cannot be noted is exported all the same. */
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
      ...{ ...written, name, kind: "sent", source: USER, addresses: 0, domains: 0 },
      ...{ assumedAt: clock.now(), cleaningId, forecast: JSON.stringify(bounds) },
    });
  }

  async function send(
    written: WriteOutcome,
    { place, stream }: ReturnType<typeof destinationOf>,
    path: string,
    signal: AbortSignal,
  ): Promise<Result<WriteOutcome>> {
    const name = path === STANDARD_OUTPUT ? "standard output" : path;
    const files = written.files.map((file) => ({ ...file, name, path }));
    try {
      if (stream === null || (await sendFile(place.named, stream, signal)) === "sent")
        return ok({ ...written, files });
    } catch (error) {
      const refused = signal.aborted ? problem("cancelled") : writeProblem(error, name);
      if (refused === null) throw error;
      return fail(refused);
    }
    // Of what is printed one may see the beginning alone; a pipe that was named is read to the end, or did not get the list.
    return stream.descriptor === 1
      ? ok({ ...written, files, readerLeft: true })
      : fail(problem("out_reader_left", { path: name }));
  }

  const handlers: Handlers<ExportCallName> = {
    async "forecast.results"({ cleaningId, filter, most = null }, { signal }) {
      const found = find(cleaningId);
      if (!found.ok) return found;
      const fresh = await room.refreshForecast(signal);
      if (!fresh.ok) return fresh;
      const wanted = filterFor(filter, found.value);
      const asked = { cleaningId, listId: found.value.list_id, filter: wanted, most };
      return reader.ask("forecast", asked, { signal });
    },
    async "exports.count"({ cleaningId, filter }, { signal }) {
      const found = find(cleaningId);
      if (!found.ok) return found;
      const wanted = filterFor(filter, found.value);
      const answer = await reader.ask(
        "count",
        { cleaningId, listId: found.value.list_id, filter: wanted },
        { signal },
      );
      const leavesOutSuppressed = wanted.leaveOutSuppressed === true;
      return answer.ok ? ok({ ...answer.value, leavesOutSuppressed }) : answer;
    },
    async "exports.write"(request, { signal }) {
      const controller = new AbortController();
      const exportId = randomUUID();
      const name = request.name ?? exportId;
      const own = underWay.get(name) ?? new Set();
      underWay.set(name, own.add(controller));
      try {
        const result = await write(request, AbortSignal.any([signal, controller.signal]), exportId);
        if (!result.ok) return result;
        const isDownload = request.target.kind === "download";
        const files = result.value.files.map((file) => {
          const { cleaningId } = request;
          return {
            ...file,
            downloadId: isDownload ? room.downloads.offer(exportId, { ...file, cleaningId }) : null,
          };
        });
        return ok({ ...result.value, exportId, files });
      } finally {
        own.delete(controller);
        if (own.size === 0) underWay.delete(name);
      }
    },
    async "exports.cancel"({ name }) {
      for (const controller of underWay.get(name) ?? []) controller.abort();
      return ok({});
    },
  };
  return {
    handlers,
    noted: () => noted,
    async writeOut(cleaningId, out) {
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
        // Agreed to was what stood there then; what came since is nobody's to replace.
        target: { kind: "path", path, overwrite: standing !== undefined, standing },
      };
      return write(request, NEVER, randomUUID(), true);
    },
    agreeOut: (listId, out) => agreeOut(room, listId, out),
  };
}

/** What a file that a browser fetches is called: the list, and which part of it this is. */
function downloadName(request: ExportRequest, name: string): string {
  const extension = request.format.kind === "xlsx" ? ".xlsx" : ".csv";
  const end = safeFileName(`-${request.part ?? "export"}`);
  return safeNameWith(stemOf(name), `${end}${request.split === "per_verdict" ? ".zip" : extension}`);
}
