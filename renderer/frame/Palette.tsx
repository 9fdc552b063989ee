import "@mantine/spotlight/styles.css";
import { Kbd } from "@mantine/core";
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from "@mantine/spotlight";
import { IconFile, IconSearch } from "@tabler/icons-react";
import { useEffect } from "react";
import { go } from "../address.ts";
import { date } from "../format/times.ts";
import type { Command } from "../stores/desk.ts";
import { useCleanings, useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import { mod } from "../words/shortcuts.ts";

const [store, spotlight] = createSpotlight();

const COMMANDS: readonly [Command, string][] = [
  ["open", frameWords.openFile],
  ["clean", frameWords.clean],
  ["lists", frameWords.lists],
  ["check", frameWords.check],
  ["settings", frameWords.settings],
];

const KEYS: Partial<Record<Command, string>> = { open: mod("O") };

/** Everything by name: places, commands and lists. `asked` opens it each time it grows. */
export default function Palette(props: { asked: number }) {
  const { desk } = useWinnow();
  const byId = useCleanings((state) => state.byId);
  useEffect(() => {
    if (props.asked > 0) spotlight.open();
  }, [props.asked]);

  const commands: SpotlightActionData[] = COMMANDS.map(([command, label]) => ({
    id: command,
    label,
    onClick: () => desk.getState().ask({ kind: "command", command }),
    rightSection: KEYS[command] && <Kbd>{KEYS[command]}</Kbd>,
  }));
  commands.push({
    id: "shortcuts",
    label: frameWords.shortcuts,
    onClick: () => desk.getState().ask({ kind: "shortcuts" }),
    rightSection: <Kbd>?</Kbd>,
  });
  const recent: SpotlightActionData[] = Object.values(byId)
    .filter((one) => one.deletedAt === null)
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, 50)
    .map((one) => ({
      id: one.id,
      label: one.name,
      description: `${date(one.createdAt)} · ${one.sandbox ? frameWords.ofSandbox(one.accountLabel) : one.accountLabel}`,
      leftSection: <IconFile size={16} aria-hidden="true" />,
      onClick: () => go(`/cleanings/${one.id}`),
    }));
  const groups: SpotlightActionGroupData[] = [
    { group: frameWords.commands, actions: commands },
    { group: frameWords.recent, actions: recent },
  ];
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={groups}
      nothingFound={frameWords.paletteNothing}
      highlightQuery
      limit={12}
      scrollable
      maxHeight={420}
      attributes={{ content: { "aria-label": frameWords.palette } }}
      searchProps={{
        "aria-label": frameWords.palette,
        placeholder: frameWords.paletteSearch,
        leftSection: <IconSearch size={18} aria-hidden="true" />,
      }}
    />
  );
}
