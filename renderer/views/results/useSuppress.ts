import { useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { SelectedRows } from "../../../shared/bridge/results.ts";
import type { SuppressWish } from "../../components/SuppressDialog.tsx";
import { useCommand } from "../../frame/commands.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { type SuppressReason, suppressWords } from "../../words/suppress.ts";

/** Default rows by reason, if none are selected. */
const ROWS_OF: Record<"unwanted" | "do_not_send", SelectedRows> = {
  unwanted: { rows: { segments: ["do_not_send"], flags: ["unwanted"] }, except: [] },
  do_not_send: { rows: { segments: ["do_not_send"] }, except: [] },
};

/** Opens the suppression dialog. The command applies to the `selected` rows, or else to the `do_not_send` segment. */
export function useSuppress(cleaning: Cleaning, selected: SelectedRows | null) {
  const { bridge } = useWinnow();
  const [wish, setWish] = useState<SuppressWish | null>(null);
  const open = (reason: SuppressReason, which: SelectedRows) => {
    const meant = { cleaningId: cleaning.id, ...which };
    setWish({
      key: `${cleaning.id} ${reason}`,
      name: suppressWords.nameOf(reason, cleaning.name),
      count: () => bridge.call("suppression.countRows", meant),
      changes: [`results ${cleaning.id}`, "suppression"],
      add: (name, shown) => bridge.call("suppression.addRows", { ...meant, name, shown }),
    });
  };
  const all = (reason: keyof typeof ROWS_OF) => open(reason, ROWS_OF[reason]);
  const chosen = (which: SelectedRows) => open("chosen", which);
  useCommand("suppress", () => (selected === null ? all("do_not_send") : chosen(selected)));
  return { wish, all, chosen, close: () => setWish(null) };
}
