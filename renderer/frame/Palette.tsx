import { useDebouncedValue } from "@mantine/hooks";
import type { CallOutput } from "../../shared/bridge.ts";
import { useCall } from "../stores/query.ts";
import "@mantine/spotlight/styles.css";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { foldSearch } from "../../shared/fold.ts";
import { isUnfinished } from "../stores/cleanings.ts";
import { useCleanings, useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import { cleaningAt } from "./Nav.tsx";
import css from "./Palette.module.css";
import { addressActions, commandActions, knownOfAction, listActions, SECTIONS } from "./palette-actions.tsx";

/** Maximum number of addresses; the Lists screen shows the rest. */
const MOST = 5;

/** Minimum query length; shorter text would match nearly every address. */
const SHORTEST = 3;

type Found = CallOutput<"results.history">["addresses"];

/** Returns verified addresses that contain `typed`. Previous results stay while a new query runs. */
function useAddressesNamed(typed: string): { readonly found: Found; readonly isLooking: boolean } {
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, 150);
  const isAsked = settled.length >= SHORTEST;
  const asked = isAsked ? { search: settled.slice(0, 400), limit: MOST } : null;
  const { last, isAsking } = useCall("results.history", asked);
  if (wanted.length < SHORTEST) return { found: [], isLooking: false };
  return { found: last?.addresses ?? [], isLooking: isAsking || wanted !== settled };
}

const [store, spotlight] = createSpotlight();

/**
 * Selects the first entry when `entry` is shown and none is selected: Enter opens the selected entry, and Spotlight
 * alone selects none until an arrow key is pressed or the text changes.
 */
function selectFirst(entry: HTMLElement | null): void {
  const palette = entry?.closest("[role=dialog]");
  if (palette == null || palette.querySelector("[data-selected]") !== null) return;
  palette.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Maximum number of lists, without and with a query. */
const LISTS = { untyped: 5, typed: 8 } as const;

function named(all: readonly SpotlightActionData[], typed: string): SpotlightActionData[] {
  const wanted = foldSearch(typed).trim();
  return all.filter(({ label = "", description = "" }) =>
    foldSearch(`${label} ${description}`).includes(wanted),
  );
}

/** Command palette for commands, lists and addresses. Opens each time `asked` increases. */
export default function Palette(props: { asked: number }) {
  const { desk } = useWinnow();
  const [query, setQuery] = useState("");
  const byId = useCleanings((state) => state.byId);
  const here = byId[cleaningAt(useLocation()[0]) ?? ""];
  const { found, isLooking } = useAddressesNamed(query);
  useEffect(() => {
    if (props.asked > 0) spotlight.open();
  }, [props.asked]);

  const hasResults = here !== undefined && !isUnfinished(here);
  const commands = useMemo(
    () =>
      commandActions({
        hasResults,
        ask: (command) => desk.getState().dispatch({ kind: "command", command }),
        showKeys: () => desk.getState().dispatch({ kind: "shortcuts" }),
      }),
    [hasResults, desk],
  );
  const lists = useMemo(() => listActions(Object.values(byId)), [byId]);
  const isTyped = query.trim() !== "";
  const most = isTyped ? LISTS.typed : LISTS.untyped;
  const groups = [
    {
      group: frameWords.commands,
      actions: named(isTyped ? [...commands, ...SECTIONS] : commands, query),
    },
    { group: frameWords.lists, actions: named(lists, query).slice(0, most) },
    { group: frameWords.addresses, actions: [...addressActions(found), ...knownOfAction(query, found)] },
  ]
    .filter(({ actions }) => actions.length > 0)
    .map(({ group, actions }) => ({ group, actions: actions.map((one) => ({ ...one, ref: selectFirst })) }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={groups}
      // The actions are already filtered.
      filter={(_query, actions) => actions}
      nothingFound={isLooking ? frameWords.paletteLooking : frameWords.paletteNothing}
      highlightQuery
      scrollable
      maxHeight="min(32rem, 76vh)"
      centered={false}
      yOffset="10vh"
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 120 }}
      classNames={{ search: css.search ?? "", action: css.action ?? "", actionsGroup: css.group ?? "" }}
      attributes={{ content: { "aria-label": frameWords.palette } }}
      searchProps={{
        "aria-label": frameWords.palette,
        placeholder: frameWords.paletteSearch,
        leftSection: <IconSearch size={18} stroke={1.7} aria-hidden="true" />,
      }}
    />
  );
}
