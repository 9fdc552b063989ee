import { useState } from "react";
import type { ColumnKey, TableColumn } from "./columns.ts";
import { type HeaderPlace, headerPlace, placeNow } from "./header-keys.ts";

/** Where in the header the keyboard is, and which column's menu is open. */
export interface Header {
  /** Null: the keyboard is on a row. */
  readonly place: HeaderPlace | null;
  readonly menu: ColumnKey | null;
  go(index: number): void;
  leave(): void;
  setMenu(key: ColumnKey | null): void;
}

/** The header's part in the keyboard's way through the table. */
export function useHeader(shown: readonly TableColumn[]): Header {
  const [kept, setKept] = useState<HeaderPlace | null>(null);
  const [menu, setMenu] = useState<ColumnKey | null>(null);
  return {
    place: kept && placeNow(shown, kept),
    menu,
    go: (index) => setKept(headerPlace(shown, index)),
    leave: () => setKept(null),
    setMenu,
  };
}
