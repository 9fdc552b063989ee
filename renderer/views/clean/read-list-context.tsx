import { createContext, type ReactNode, useContext, useState } from "react";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { Intake } from "../../stores/intake.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { useImport } from "./use-import.ts";

export type FlaggedKind = "role" | "disposable" | "free";

/** Rows of a list that are shown in a drawer: invalid ones, proposed corrections, or entries of a reference list. */
export type DrawerName = "malformed" | "typos" | "cells" | FlaggedKind;

/** A list that was read and is being prepared, for all parts of its card. */
export interface ReadList {
  readonly intake: Intake;
  readonly preflight: Preflight;
  /** No other list is open. */
  readonly isAlone: boolean;
  /** The list is being read or imported. */
  readonly isBusy: boolean;
  /** Its reading can no longer change, because it was cleaned. */
  readonly isSettled: boolean;
  readonly importing: ReturnType<typeof useImport>;
  readonly drawer: DrawerName | null;
  openDrawer(drawer: DrawerName): void;
  /** `hasChanged`: overrides were edited, so the list must be read again. */
  closeDrawer(hasChanged: boolean): void;
  /** Reads the list again with changed options. */
  readAgain(patch: ReadOptions): void;
}

const ReadListContext = createContext<ReadList | null>(null);

export function ReadListProvider(props: {
  intake: Intake;
  preflight: Preflight;
  isAlone: boolean;
  children: ReactNode;
}) {
  const { intake, preflight, isAlone } = props;
  const read = useIntake((state) => state.read);
  const importing = useImport(intake, preflight);
  const [drawer, setDrawer] = useState<DrawerName | null>(null);
  const readAgain = (patch: ReadOptions) => {
    importing.dismiss();
    void read(intake.key, { ...intake.readOptions, ...patch });
  };
  const list: ReadList = {
    intake,
    preflight,
    isAlone,
    isBusy: intake.reading !== null || importing.busy,
    isSettled: preflight.settled === true,
    importing,
    drawer,
    openDrawer: setDrawer,
    closeDrawer(hasChanged) {
      setDrawer(null);
      if (hasChanged) readAgain({});
    },
    readAgain,
  };
  return <ReadListContext value={list}>{props.children}</ReadListContext>;
}

export function useReadList(): ReadList {
  const list = useContext(ReadListContext);
  if (!list) throw new Error("useReadList is used outside of a list's card");
  return list;
}
