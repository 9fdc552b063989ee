import "@mantine/spotlight/styles.css";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { isUnfinished } from "../stores/cleanings.ts";
import { useCleanings, useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import { findByName } from "./find-by-name.ts";
import css from "./Palette.module.css";
import { addressActions, commandActions, listActions, SECTIONS } from "./palette-actions.tsx";
import { cleaningAt } from "./places.ts";
import { useAddressesNamed } from "./useAddressesNamed.ts";

const [store, spotlight] = createSpotlight();

/** As many lists as are shown before anything is typed, and after. */
const LISTS = { untyped: 5, typed: 8 } as const;

const nameOf = ({ label, description }: SpotlightActionData) => `${label ?? ""} ${description ?? ""}`;

/** Enter takes the first of what came only after the last letter was typed: the kit has marked none of it. */
function takeFirst({ nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  if (nativeEvent.key !== "Enter" || nativeEvent.isComposing || currentTarget.value.trim() === "") return;
  const dialog = currentTarget.closest("[role=dialog]");
  if (dialog?.querySelector("[data-action][data-selected]") === null)
    dialog.querySelector<HTMLElement>("[data-action]")?.click();
}

/** Everything by name: commands, lists, addresses. `asked` opens it each time it grows. */
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
        ask: (command) => desk.getState().ask({ kind: "command", command }),
        showKeys: () => desk.getState().ask({ kind: "shortcuts" }),
      }),
    [hasResults, desk],
  );
  const lists = useMemo(() => listActions(Object.values(byId)), [byId]);
  const isTyped = query.trim() !== "";
  const most = isTyped ? LISTS.typed : LISTS.untyped;
  const groups = [
    {
      group: frameWords.commands,
      actions: findByName(isTyped ? [...commands, ...SECTIONS] : commands, query, ({ label }) => label ?? ""),
    },
    { group: frameWords.lists, actions: findByName(lists, query, nameOf).slice(0, most) },
    { group: frameWords.addresses, actions: addressActions(found) },
  ].filter(({ actions }) => actions.length > 0);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      actions={groups}
      // They answer to it already.
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
        onKeyDown: takeFirst,
        "aria-label": frameWords.palette,
        placeholder: frameWords.paletteSearch,
        leftSection: <IconSearch size={18} stroke={1.7} aria-hidden="true" />,
      }}
    />
  );
}
