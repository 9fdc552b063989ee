import { useState } from "react";
import type { ExportOutcome } from "../../../../shared/bridge/exports.ts";
import type { CallInput } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { download } from "../../../bridge/download.ts";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";

type Request = Omit<CallInput<"exports.write">, "target">;

/** Runs an export: to a chosen file on the desktop, as a download in a browser. */
export function useExport() {
  const { bridge } = useWinnow();
  const host = useApp((state) => state.info?.host);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [outcome, setOutcome] = useState<ExportOutcome | null>(null);
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
