import { useCallback, useState } from "react";
import type { ExportFilter, ExportResult } from "../../../../shared/bridge/exports.ts";
import type { CallInput } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { download } from "../../../bridge/http.ts";
import { useCall, useQuery } from "../../../stores/query.ts";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import type { Offered } from "./saved-presets.ts";

interface NamedRequest {
  readonly request: Omit<CallInput<"exports.write">, "target">;
  /** Default file name. */
  readonly name: string;
}

/** Runs exports one after another: to chosen files on the desktop, as downloads in a browser. */
export function useExport() {
  const { bridge } = useWinnow();
  const host = useApp((state) => state.info?.host);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [outcomes, setOutcomes] = useState<readonly ExportResult[]>([]);
  const [asked, setAsked] = useState<string | null>(null);
  const [picked, setPicked] = useState<string | null>(null);

  const targetFor = async (
    name: string,
    replace: boolean,
  ): Promise<CallInput<"exports.write">["target"] | null> => {
    if (host !== "desktop") return { kind: "download" };
    if (replace && picked) return { kind: "path", path: picked, overwrite: true };
    const answer = await bridge.call("host.pickTarget", { name });
    if (!answer.ok) {
      setProblem(answer.problem);
      return null;
    }
    if (!answer.value.target) return null;
    setPicked(answer.value.target.path);
    return { kind: "path", ...answer.value.target };
  };

  /** Returns `null` if the file was not written. */
  const writeFile = async (
    { request, name }: NamedRequest,
    replace: boolean,
  ): Promise<ExportResult | null> => {
    const target = await targetFor(name, replace);
    if (!target) return null;
    const own = crypto.randomUUID();
    setAsked(own);
    const written = await bridge.call("exports.write", { ...request, name: own, target });
    if (!written.ok) {
      if (written.problem.code !== "cancelled") setProblem(written.problem);
      return null;
    }
    for (const file of written.value.files) {
      const refused = await download(bridge, file.downloadId, file.name);
      if (refused) setProblem(refused);
    }
    return written.value;
  };

  const write = async (requests: readonly NamedRequest[], replace = false) => {
    setProblem(null);
    setBusy(true);
    const results: ExportResult[] = [];
    for (const [index, one] of requests.entries()) {
      const result = await writeFile(one, replace && index === 0);
      if (result === null) break;
      results.push(result);
    }
    setOutcomes(results);
    setBusy(false);
  };

  return {
    busy,
    problem,
    outcomes,
    write,
    name: asked,
    stop() {
      if (asked !== null) void bridge.call("exports.cancel", { name: asked });
    },
  };
}

/** Counts the rows that a filter writes and leaves out. */
export function useExportCount(cleaningId: string, filter: ExportFilter) {
  const on = [`results ${cleaningId}`, "suppression"] as const;
  const { value, problem, reload } = useCall("exports.count", { cleaningId, filter }, on);
  return { account: problem === null ? value : null, problem, again: reload };
}

/**
 * Counts the rows of each offered preset, one after another, and again after the `chosen` one was recounted. The
 * returned function returns `null` for presets not counted (yet).
 */
export function useExportCounts(
  cleaningId: string,
  offered: readonly Offered[],
  chosen: unknown,
): (filter: ExportFilter) => number | null {
  const { bridge } = useWinnow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text of the filters stands for them
  const ask = useCallback(async (): Promise<Result<ReadonlyMap<string, number>>> => {
    const counts = new Map<string, number>();
    for (const { filter } of offered) {
      const answer = await bridge.call("exports.count", { cleaningId, filter });
      if (answer.ok) counts.set(JSON.stringify(filter), answer.value.rows);
    }
    return ok(counts);
  }, [bridge, cleaningId, JSON.stringify(offered.map(({ filter }) => filter)), chosen]);
  const { last } = useQuery(cleaningId, chosen === null ? null : ask);
  return (filter) => last?.get(JSON.stringify(filter)) ?? null;
}
