import { Kbd } from "@mantine/core";
import type { SpotlightActionData } from "@mantine/spotlight";
import { IconFile, IconSearch } from "@tabler/icons-react";
import { foldAddress, looksLikeAddress } from "../../shared/addresses.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { CallOutput } from "../../shared/bridge.ts";
import { VerdictSymbol, wordsOf } from "../components/VerdictMark.tsx";
import { go } from "../navigation.ts";
import type { Command } from "../stores/ui.ts";
import { date } from "../times.ts";
import { frameWords } from "../words/frame.ts";
import { listsWords } from "../words/lists.ts";
import { settingsWords, suppressWords } from "../words/settings.ts";
import { mod } from "../words/shortcuts.ts";

/** A command with its label and shortcut. `ofResults`: only available on the results screen. */
interface Named {
  readonly command: Command;
  readonly label: string;
  readonly key?: string;
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
  { command: "settings", label: frameWords.settings },
];

const key = (text: string | undefined) => text && <Kbd>{text}</Kbd>;

/** Settings sections, offered only once something is typed. */
export const SECTIONS: readonly SpotlightActionData[] = Object.entries(settingsWords.sections).map(
  ([section, name]) => ({
    id: `settings ${section}`,
    label: `${settingsWords.title}: ${name}`,
    onClick: () => go(`/settings/${section}`),
  }),
);

export function commandActions(options: {
  hasResults: boolean;
  ask(command: Command): void;
  showKeys(): void;
}): SpotlightActionData[] {
  return [
    ...COMMANDS.filter(({ ofResults }) => options.hasResults || !ofResults).map((one) => ({
      id: one.command,
      label: one.label,
      onClick: () => options.ask(one.command),
      rightSection: key(one.key),
    })),
    { id: "shortcuts", label: frameWords.shortcuts, onClick: options.showKeys, rightSection: key("?") },
  ];
}

export function listActions(cleanings: readonly Cleaning[]): SpotlightActionData[] {
  return cleanings
    .filter((one) => one.deletedAt === null)
    .sort((a, b) => b.createdAt - a.createdAt)
    .map((one) => ({
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
export function knownOfAction(
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
      onClick: () => go(`/lists?${new URLSearchParams({ q: address })}`),
    },
  ];
}

export function addressActions(found: CallOutput<"results.history">["addresses"]): SpotlightActionData[] {
  return found.map(({ address, suppressed, entries: [last] }) => {
    const verdict = last?.verdict ?? "none";
    return {
      id: `address ${address}`,
      label: address,
      description: [suppressed ? listsWords.suppressed : wordsOf(verdict).name, last?.name]
        .filter(Boolean)
        .join(" · "),
      leftSection: <VerdictSymbol verdict={verdict} />,
      onClick: () => go(`/lists?${new URLSearchParams({ q: address })}`),
    };
  });
}
