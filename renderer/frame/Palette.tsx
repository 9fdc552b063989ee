import { useDebouncedValue } from "@mantine/hooks";
import type { CallOutput } from "../../shared/bridge.ts";
import { useCall } from "../stores/query.ts";
import "@mantine/spotlight/styles.css";
import { Kbd } from "@mantine/core";
import { createSpotlight, Spotlight, type SpotlightActionData } from "@mantine/spotlight";
import { IconFile, IconSearch } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { foldAddress, looksLikeAddress } from "../../shared/fold-addresses.ts";
import { foldSearch } from "../../shared/fold-search.ts";
import { presentVerdict } from "../../shared/present-verdict.ts";
import { VerdictSymbol, wordsOf } from "../components/VerdictMark.tsx";
import { addressPath, go } from "../navigation.ts";
import { isUnfinished, newestCleanings } from "../stores/cleanings.ts";
import type { Command } from "../stores/ui.ts";
import { useCleanings, useWinnow } from "../stores/winnow.tsx";
import { date } from "../times.ts";
import { frameWords, mod } from "../words/frame.ts";
import { listsWords } from "../words/lists.ts";
import { settingsWords, suppressWords } from "../words/settings.ts";
import { cleaningAt } from "./Nav.tsx";
import css from "./Palette.module.css";

/** A command with its label and shortcut, and what else finds it. `ofResults`: only available on the results screen. */
interface Named {
  readonly command: Command;
  readonly label: string;
  readonly key?: string;
  readonly parts?: string;
  readonly ofResults?: true;
}

const COMMANDS: readonly Named[] = [
  { command: "open", label: frameWords.openFile, key: mod("O") },
  { command: "export", label: frameWords.export, key: mod("E"), ofResults: true },
  { command: "suppress", label: suppressWords.add, key: mod("Shift L"), ofResults: true },
  { command: "undo", label: frameWords.undo, key: mod("Z"), ofResults: true },
  { command: "redo", label: frameWords.redo, key: mod("Shift Z"), ofResults: true },
  { command: "search", label: frameWords.search, key: mod("F") },
  { command: "clean", label: frameWords.clean },
  { command: "lists", label: frameWords.lists },
  { command: "check", label: frameWords.check },
  { command: "bounces", label: frameWords.bouncesTitle, parts: frameWords.bouncesParts },
  { command: "settings", label: frameWords.settings },
];

const key = (text: string | undefined) => text && <Kbd>{text}</Kbd>;

/** Settings sections, offered only once something is typed. */
const SECTIONS: readonly SpotlightActionData[] = Object.entries(settingsWords.sections).map(
  ([section, { name, parts }]) => ({
    id: `settings ${section}`,
    label: `${settingsWords.title}: ${name}`,
    description: parts,
    onClick: () => go(`/settings/${section}`),
  }),
);

function commandActions(options: {
  hasResults: boolean;
  ask(command: Command): void;
  showKeys(): void;
}): SpotlightActionData[] {
  return [
    ...COMMANDS.filter(({ ofResults }) => options.hasResults || !ofResults).map((one) => ({
      id: one.command,
      label: one.label,
      ...(one.parts !== undefined && { description: one.parts }),
      onClick: () => options.ask(one.command),
      rightSection: key(one.key),
    })),
    { id: "shortcuts", label: frameWords.shortcuts, onClick: options.showKeys, rightSection: key("?") },
  ];
}

function listActions(cleanings: readonly Cleaning[]): SpotlightActionData[] {
  return cleanings.map((one) => ({
    id: one.id,
    label: one.name,
    description: [
      date(one.createdAt),
      one.sandbox ? frameWords.ofSandbox(one.accountLabel) : one.accountLabel,
      ...one.tags,
    ].join(" · "),
    leftSection: <IconFile size={18} stroke={1.6} aria-hidden="true" />,
    onClick: () => go(`/cleanings/${one.id}`),
  }));
}

/** Returns the action that searches for a completely typed address, unless it is among `found`. */
function knownOfAction(
  typed: string,
  found: CallOutput<"results.history">["addresses"],
): SpotlightActionData[] {
  const address = typed.trim();
  if (!looksLikeAddress(address) || found.some((one) => one.address === foldAddress(address))) return [];
  return [
    {
      id: `known of ${address}`,
      label: address,
      description: frameWords.knownOf,
      leftSection: <IconSearch size={18} stroke={1.6} aria-hidden="true" />,
      onClick: () => go(addressPath(address)),
    },
  ];
}

function addressActions(found: CallOutput<"results.history">["addresses"]): SpotlightActionData[] {
  return found.map(({ address, suppressed, bouncedAt, entries }) => {
    const verdict = presentVerdict(entries, bouncedAt)?.verdict ?? "none";
    return {
      id: `address ${address}`,
      label: address,
      description: [suppressed ? listsWords.suppressed : wordsOf(verdict).name, entries[0]?.name]
        .filter(Boolean)
        .join(" · "),
      leftSection: <VerdictSymbol verdict={verdict} />,
      onClick: () => go(addressPath(address)),
    };
  });
}

/** Maximum number of addresses; the Lists screen shows the rest. */
const MAX_MATCHES = 5;

/** Minimum query length; shorter text would match nearly every address. */
const MIN_QUERY_LENGTH = 3;

type Found = CallOutput<"results.history">["addresses"];

/** Returns verified addresses that contain `typed`. Previous results stay while a new query runs. */
function useAddressesNamed(typed: string): { readonly found: Found; readonly isLooking: boolean } {
  const wanted = typed.trim();
  const [settled] = useDebouncedValue(wanted, 150);
  const isAsked = settled.length >= MIN_QUERY_LENGTH;
  const historyQuery = isAsked ? { search: settled.slice(0, 400), limit: MAX_MATCHES } : null;
  const { last, isAsking } = useCall("results.history", historyQuery);
  if (wanted.length < MIN_QUERY_LENGTH) return { found: [], isLooking: false };
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
  const lists = useMemo(() => listActions(newestCleanings(byId)), [byId]);
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
