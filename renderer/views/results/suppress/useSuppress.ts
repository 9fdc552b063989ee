import { useState } from "react";
import type { SelectedRows } from "../../../../shared/bridge/results.ts";
import { useCommand } from "../../../frame/commands.ts";
import type { SuppressReason } from "../../../words/suppress.ts";
import type { SuppressWish } from "./SuppressDialog.tsx";

/** The rows that are meant where none were chosen. */
const ROWS_OF: Record<Exclude<SuppressReason, "chosen">, SelectedRows> = {
  unwanted: { rows: { doors: ["do_not_send"], flags: ["unwanted"] }, except: [] },
  do_not_send: { rows: { doors: ["do_not_send"] }, except: [] },
};

export interface Suppressing {
  /** What the dialog is about: it stays while the dialog goes; null: there was none yet. */
  readonly wish: SuppressWish | null;
  readonly opened: boolean;
  /** Asks for everybody there is that reason for. */
  all(reason: keyof typeof ROWS_OF): void;
  chosen(which: SelectedRows): void;
  close(): void;
}

/** Whose addresses are to go onto a suppression list; by command those of the `selected` rows, else who is not to be sent to. */
export function useSuppress(selected: SelectedRows | null): Suppressing {
  const [wish, setWish] = useState<SuppressWish | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (next: SuppressWish) => {
    setWish(next);
    setOpened(true);
  };
  const all = (reason: keyof typeof ROWS_OF) => open({ reason, which: ROWS_OF[reason] });
  const chosen = (which: SelectedRows) => open({ reason: "chosen", which });
  useCommand("suppress", () => (selected === null ? all("do_not_send") : chosen(selected)));
  return { wish, opened, all, chosen, close: () => setOpened(false) };
}
