import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useRef, useState, useSyncExternalStore } from "react";
import { menuPlaceOf } from "../../../components/MenuAt.tsx";
import { ProblemNote } from "../../../components/notes.tsx";
import { useRefetch } from "../../../stores/query.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { facetWords } from "../../../words/table.ts";
import { FacetRail } from "../facets/FacetRail.tsx";
import { enterRail, useRail } from "../facets/useRail.ts";
import { RowDrawer } from "../RowDrawer.tsx";
import { useResults } from "../results-context.tsx";
import { useReviewKeys } from "./keyboard.ts";
import { NoRows } from "./NoRows.tsx";
import { ResultsTable, type TableHandle } from "./ResultsTable.tsx";
import { RowMenu, type RowMenuRequest } from "./RowMenu.tsx";
import css from "./Rows.module.css";
import { Slot } from "./Slot.tsx";
import { Toolbar } from "./Toolbar.tsx";
import { useRowActions } from "./useRowActions.ts";

/** Minimum screen width to show the facets beside the table. */
const ROOM_FOR_FACETS = "(min-width: 1100px)";

/** The table with its facets, toolbar and row details. */
export function Rows() {
  const { cleaning, view, setView, source, drawn, total, isReady } = useResults();
  const { desk } = useWinnow();
  const grid = useRef<HTMLDivElement>(null);
  const table = useRef<TableHandle>(null);
  const details = useRef<HTMLDivElement>(null);
  const railPlace = useRef<HTMLElement>(null);

  const isWide = useMediaQuery(ROOM_FOR_FACETS, true, { getInitialValueInEffect: false });
  const [drawer, setDrawer] = useState(false);
  const rail = useRail(isReady && (isWide || drawer));
  const [menu, setMenu] = useState<RowMenuRequest | null>(null);
  const focusTable = () => grid.current?.focus({ preventScroll: true });
  const actions = useRowActions(focusTable);
  const closeRow = () => {
    setView({ row: null }, true);
    table.current?.toRow();
  };
  useReviewKeys({
    facets() {
      if (!isWide) setDrawer(true);
      else if (railPlace.current) enterRail(railPlace.current);
    },
    search: () => desk.getState().dispatch({ kind: "command", command: "search" }),
    table(event) {
      focusTable();
      table.current?.press(event);
    },
    close: () => {
      if (view.row !== null) closeRow();
    },
  });
  const problem = useSyncExternalStore(source.subscribe, source.problem);
  useRefetch(problem, source.refresh, [`results ${cleaning.id}`, "suppression"]);
  const facets = (
    <FacetRail
      rail={rail}
      place={railPlace}
      onLeave={() => {
        setDrawer(false);
        focusTable();
      }}
    />
  );
  return (
    <>
      <div className={css.rows}>
        {isWide && <div className={css.side}>{facets}</div>}
        <Drawer
          opened={!isWide && drawer}
          onClose={() => setDrawer(false)}
          position="left"
          size={300}
          title={facetWords.title}
        >
          {facets}
        </Drawer>
        <div className={css.main}>
          <Toolbar onFacets={isWide ? null : () => setDrawer(true)} />
          <Slot actions={actions} isFailing={problem !== null} onLeave={focusTable} />
          {actions.problem && <ProblemNote problem={actions.problem} />}
          {problem && <ProblemNote problem={problem} onAgain={source.refresh} />}
          <div className={css.table} data-asking={drawn !== source || undefined}>
            <ResultsTable
              grid={grid}
              handle={table}
              actions={actions}
              onEnterOpen={() => details.current?.querySelector("button")?.focus()}
              onMenu={(event, at, row) => setMenu({ place: menuPlaceOf(event, at), row })}
            />
            {total === 0 && (
              <div className={css.nothing}>
                <NoRows onLeave={focusTable} />
              </div>
            )}
          </div>
        </div>
        {menu && (
          <RowMenu
            {...menu}
            actions={actions}
            onClose={() => {
              setMenu(null);
              focusTable();
            }}
          />
        )}
      </div>
      <RowDrawer ref={details} onClose={closeRow} />
    </>
  );
}
