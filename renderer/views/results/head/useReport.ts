import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { ExportTarget } from "../../../../shared/bridge/exports.ts";
import { download } from "../../../bridge/download.ts";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";

/** Writes the printable report of a cleaning: beside a name the user chooses on the desktop, as a download elsewhere. */
export function useReport(cleaning: Cleaning): () => Promise<void> {
  const { bridge, desk } = useWinnow();
  const desktop = useApp((state) => state.info?.host === "desktop");

  const pick = async (): Promise<ExportTarget | null> => {
    if (!desktop) return { kind: "download" };
    const name = `${cleaning.name.replace(/\.\w{1,5}$/, "")}-report.html`;
    const picked = await bridge.call("host.pickTarget", { name });
    if (!picked.ok) desk.getState().tell({ kind: "problem", problem: picked.problem });
    return picked.ok && picked.value.target ? { kind: "path", ...picked.value.target } : null;
  };
  return async () => {
    const target = await pick();
    if (!target) return;
    const written = await bridge.call("exports.report", { cleaningId: cleaning.id, target });
    if (!written.ok) return desk.getState().tell({ kind: "problem", problem: written.problem });
    const refused = await download(bridge, written.value.downloadId, written.value.name);
    if (refused) desk.getState().tell({ kind: "problem", problem: refused });
    if (!desktop) return;
    const opened = await bridge.call("host.openFile", { path: written.value.path });
    if (!opened.ok) desk.getState().tell({ kind: "problem", problem: opened.problem });
  };
}
