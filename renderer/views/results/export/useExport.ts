import { useCallback, useState } from "react";
import type { ExportFilter, ExportResult } from "../../../../shared/bridge/exports.ts";
import type { CallInput } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import { download } from "../../../bridge/http.ts";
import { useCall, useQuery } from "../../../stores/query.ts";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import type { Offered } from "./saved-presets.ts";

type Request = Omit<CallInput<"exports.write">, "target">;

/** Runs an export: to a chosen file on the desktop, as a download in a browser. */
export function useExport() {
  const { bridge } = useWinnow();
  const host = useApp((state) => state.info?.host);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [outcome, setOutcome] = useState<ExportResult | null>(null);
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

  const write = async (request: Request, name: string, replace = false) => {
    setProblem(null);
    setBusy(true);
    const target = await targetFor(name, replace);
    if (target) {
      const own = crypto.randomUUID();
      setAsked(own);
      const written = await bridge.call("exports.write", { ...request, name: own, target });
      if (written.ok) {
        setOutcome(written.value);
        for (const file of written.value.files) {
          const refused = await download(bridge, file.downloadId, file.name);
          if (refused) setProblem(refused);
        }
      } else if (written.problem.code !== "cancelled") setProblem(written.problem);
    }
    setBusy(false);
  };

  return {
    busy,
    problem,
    outcome,
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
