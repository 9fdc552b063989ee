import { useDocumentTitle } from "@mantine/hooks";
import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { SelectedRows, Summary } from "../../../shared/bridge/results.ts";
import { SuppressDialog, type SuppressRequest } from "../../components/SuppressDialog.tsx";
import { useCommand } from "../../frame/Shortcuts.tsx";
import { useWinnow } from "../../stores/winnow.tsx";
import { frameWords } from "../../words/frame.ts";
import { suppressWords } from "../../words/settings.ts";
import { AnswerPanel } from "./answer/AnswerPanel.tsx";
import { ExportDialog } from "./export/ExportDialog.tsx";
import type { Preset } from "./export/export-choices.ts";
import css from "./Review.module.css";
import { BinNote, MissingNote, UnverifiedNote } from "./ReviewHead.tsx";
import { ResultsContext, type ResultsScreen, useResultsScreen } from "./results-context.tsx";
import { Rows } from "./table/Rows.tsx";

/** Default rows by reason, if none are selected. */
const ROWS_OF: Record<"unwanted" | "do_not_send", SelectedRows> = {
  unwanted: { rows: { segments: ["do_not_send"], flags: ["unwanted"] }, except: [] },
  do_not_send: { rows: { segments: ["do_not_send"] }, except: [] },
};

/** Opens the suppression dialog. The command applies to the `selected` rows, or else to the `do_not_send` segment. */
function useSuppress({ id: cleaningId, name }: Cleaning, selected: SelectedRows | null) {
  const { bridge } = useWinnow();
  const [request, setRequest] = useState<SuppressRequest | null>(null);
  const open: ResultsScreen["suppress"] = (which) => {
    const reason = typeof which === "string" ? which : "chosen";
    const rows = { cleaningId, ...(typeof which === "string" ? ROWS_OF[which] : which) };
    setRequest({
      key: `${cleaningId} ${reason}`,
      name: suppressWords.nameOf(reason, name),
      count: () => bridge.call("suppression.countRows", rows),
      changes: [`results ${cleaningId}`, "suppression"],
      add: (listName, shown) => bridge.call("suppression.addRows", { ...rows, name: listName, shown }),
    });
  };
  useCommand("suppress", () => open(selected ?? "do_not_send"));
  return { request, open, close: () => setRequest(null) };
}

export function Review(props: { cleaning: Cleaning; summary: Summary }) {
  const { cleaning, summary } = props;
  useDocumentTitle(frameWords.windowTitle(cleaning.name));
  const screen = useResultsScreen(cleaning, summary);
  const suppressing = useSuppress(cleaning, screen.selection.selected);
  const [exporting, setExporting] = useState<{ readonly preset: Preset | null } | null>(null);
  const openExport = (preset: Preset | null) => setExporting({ preset });
  return (
    <ResultsContext value={{ ...screen, openExport, suppress: suppressing.open }}>
      <div className={css.page} data-list={cleaning.listId}>
        <div className={css.top}>
          <h1 className="visually-hidden">{cleaning.name}</h1>
          <BinNote />
          <UnverifiedNote />
          <MissingNote />
          <AnswerPanel />
        </div>
        <Rows />
        {suppressing.request && <SuppressDialog request={suppressing.request} onClose={suppressing.close} />}
        {exporting && <ExportDialog preset={exporting.preset} onClose={() => setExporting(null)} />}
      </div>
    </ResultsContext>
  );
}
