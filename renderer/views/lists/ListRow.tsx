import { ActionIcon, Badge, Box, Button, Group, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { count } from "../../../shared/numbers.ts";
import { withoutVerdict } from "../../../shared/verdict-totals.ts";
import { CleaningRing } from "../../components/CleaningRing.tsx";
import { staleWords } from "../../components/cleaning/age.ts";
import { DeleteDialog } from "../../components/cleaning/DeleteDialog.tsx";
import { RenameDialog } from "../../components/cleaning/RenameDialog.tsx";
import { useBin } from "../../components/cleaning/useBin.ts";
import { useCleanAgain } from "../../components/cleaning/useCleanAgain.ts";
import { SandboxMark } from "../../components/SandboxMark.tsx";
import { isUnfinished } from "../../stores/cleanings.ts";
import { useApp } from "../../stores/winnow.tsx";
import { fromNow, moment } from "../../times.ts";
import { compareWords } from "../../words/compare.ts";
import { listsWords, STATE_WORDS } from "../../words/lists.ts";
import { resultsWords } from "../../words/results.ts";
import { CompareDialog } from "../compare/CompareDialog.tsx";
import { EraseDialog } from "./EraseDialog.tsx";
import css from "./Lists.module.css";

export const ListRow = memo(function ListRow(props: { cleaning: Cleaning; onChanged: () => void }) {
  const { cleaning, onChanged } = props;
  const [open, setOpen] = useState<"compare" | "rename" | "delete_here" | "erase" | null>(null);
  const { restore } = useBin(cleaning);
  const binned = cleaning.deletedAt !== null;
  const none = isUnfinished(cleaning) ? 0 : withoutVerdict(cleaning);
  const freshDays = useApp((state) => state.settings.freshDays);
  const stale = staleWords(cleaning, freshDays, Date.now(), listsWords.stale);
  const hasResults = cleaning.state === "done" || cleaning.state === "imported";
  const cleanAgain = useCleanAgain(cleaning);
  const close = () => {
    setOpen(null);
    onChanged();
  };
  return (
    <li className={css.row}>
      <CleaningRing cleaning={cleaning} size={40} />
      <Box miw={0}>
        {binned ? (
          <span className={`cut ${css.title}`}>{cleaning.name}</span>
        ) : (
          <a
            className={`cut ${css.title}`}
            href={`#/cleanings/${cleaning.id}`}
            aria-label={listsWords.open(cleaning.name)}
          >
            {cleaning.name}
          </a>
        )}
        <Text size="xs" c="dimmed">
          {moment(cleaning.createdAt)} · {cleaning.accountLabel}
          {stale !== null && ` · ${stale}`}
          {none > 0 && ` · ${listsWords.withoutVerdict(none)}`}
        </Text>
      </Box>
      <div className={css.tags}>
        {cleaning.sandbox && <SandboxMark />}
        {cleaning.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
      <Text component="span" ta="right" className="num">
        {count(cleaning.rows)} {resultsWords.rows(cleaning.rows)}
      </Text>
      <span className={`quiet ${css.state}`}>
        {binned
          ? listsWords.deletedAgo(fromNow(cleaning.deletedAt ?? 0, Date.now()))
          : STATE_WORDS[cleaning.state]}
      </span>
      {binned ? (
        <Group gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => void restore().then(onChanged)}>
            {listsWords.restore}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={listsWords.eraseOf(cleaning.name)}
            onClick={() => setOpen("erase")}
          >
            {listsWords.erase}
          </Button>
        </Group>
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={listsWords.more(cleaning.name)}>
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {hasResults && <Menu.Item onClick={() => setOpen("compare")}>{compareWords.compare}</Menu.Item>}
            <Menu.Item onClick={() => void cleanAgain()}>{resultsWords.cleanAgain}</Menu.Item>
            <Menu.Item onClick={() => setOpen("rename")}>{listsWords.rename}</Menu.Item>
            {cleaning.actions.includes("delete_here") && (
              <Menu.Item color="red" onClick={() => setOpen("delete_here")}>
                {resultsWords.deleteHere}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {open === "compare" && <CompareDialog cleaning={cleaning} onClose={close} />}
      {open === "rename" && <RenameDialog cleaning={cleaning} onClose={close} />}
      {open === "erase" && <EraseDialog cleaning={cleaning} onClose={close} />}
      {open === "delete_here" && <DeleteDialog cleaning={cleaning} what={open} onClose={close} />}
    </li>
  );
});
