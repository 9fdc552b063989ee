import { ActionIcon, Badge, Box, Button, Group, Menu, Text } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { withoutVerdict } from "../../../shared/cleaning-state.ts";
import { count } from "../../../shared/numbers.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { DeleteDialog, EraseDialog, RenameDialog } from "../../components/CleaningDialogs.tsx";
import { staleWords, useBin, useCleanAgain } from "../../components/cleaning-actions.ts";
import { GrainBar, type GrainPart } from "../../components/GrainBar.tsx";
import { SandboxMark } from "../../components/notes.tsx";
import { VerdictSymbol, wordsOf } from "../../components/VerdictMark.tsx";
import { useApp } from "../../stores/winnow.tsx";
import { date, fromNow, moment } from "../../times.ts";
import { listsWords, STATE_WORDS } from "../../words/lists.ts";
import { compareWords, resultsWords } from "../../words/results.ts";
import { CompareDialog } from "../compare/CompareDialog.tsx";
import css from "./Lists.module.css";

/** Number of grains in a row's bar, a quarter of those in the results. */
const GRAINS = 25;

function grainsIn({ counts }: Cleaning, none: number): GrainPart[] {
  return [
    { grain: "full", count: counts.deliverable },
    { grain: "husk", count: counts.accept_all },
    { grain: "outline", count: counts.unknown },
    { grain: "chaff", count: counts.undeliverable },
    { grain: "dot", count: none },
  ];
}

function Outcome({ cleaning }: { cleaning: Cleaning }) {
  const { counts, unique } = cleaning;
  const none = withoutVerdict(cleaning);
  const shown = [...VERDICTS.map((key) => [key, counts[key]] as const), ["none", none] as const];
  return (
    <>
      <span className={`num ${css.share}`}>
        {unique > 0 && listsWords.percent(counts.deliverable / unique)}
      </span>
      <div className={css.bar}>
        <GrainBar parts={grainsIn(cleaning, none)} grains={GRAINS} />
        <Text size="xs" c="dimmed" className="num cut">
          {listsWords.deliverable(counts.deliverable, unique)}
        </Text>
      </div>
      <ul className={`plain-list ${css.counts}`} aria-label={listsWords.byVerdict}>
        {shown.map(
          ([key, n]) =>
            (n > 0 || key !== "none") && (
              <li key={key} title={wordsOf(key).help}>
                <VerdictSymbol verdict={key} />
                <span className="num">{count(n)}</span>
                <span className="visually-hidden">{wordsOf(key).name}</span>
              </li>
            ),
        )}
      </ul>
    </>
  );
}

/** Column headers. Hidden from assistive technology, since each row has its own labels. */
export function ListsHead() {
  return (
    <div className={`${css.row} ${css.head}`} aria-hidden="true">
      <span>{listsWords.list}</span>
      <span className={css.wide}>{listsWords.share}</span>
      <span className={css.countsHead}>{listsWords.byVerdict}</span>
      <span>{listsWords.cleaned}</span>
    </div>
  );
}

function Tags({ cleaning }: { cleaning: Cleaning }) {
  const { sandbox, state, accountLabel } = cleaning;
  return (
    <div className={css.tags}>
      {sandbox ? (
        <SandboxMark />
      ) : (
        <span className="quiet cut">{state === "imported" ? STATE_WORDS.imported : accountLabel}</span>
      )}
      {cleaning.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </div>
  );
}

interface Props {
  cleaning: Cleaning;
  onChanged?: () => void;
}

export const ListRow = memo(function ListRow({ cleaning, onChanged }: Props) {
  const [open, setOpen] = useState<"compare" | "rename" | "delete_here" | null>(null);
  const freshDays = useApp((state) => state.settings.freshDays);
  const now = Date.now();
  const stale = staleWords(cleaning, freshDays, now, listsWords.stale);
  const hasResults = cleaning.state === "done" || cleaning.state === "imported";
  const cleanAgain = useCleanAgain(cleaning);
  const close = () => {
    setOpen(null);
    onChanged?.();
  };
  const at = cleaning.finishedAt ?? cleaning.createdAt;
  return (
    <li className={css.row}>
      <Box miw={0}>
        <a
          className={`cut ${css.title}`}
          href={`#/cleanings/${cleaning.id}`}
          title={cleaning.name}
          aria-label={listsWords.open(cleaning.name)}
        >
          {cleaning.name}
        </a>
        <Tags cleaning={cleaning} />
      </Box>
      {hasResults ? (
        <Outcome cleaning={cleaning} />
      ) : (
        <span className={`quiet ${css.state}`}>
          {STATE_WORDS[cleaning.state]}
          <span className={css.rows}>
            {" · "}
            {count(cleaning.rows)} {resultsWords.rows(cleaning.rows)}
          </span>
        </span>
      )}
      <div className={css.date} title={stale === null ? moment(at) : `${moment(at)}: ${stale}`}>
        {date(at)}
        <Text size="xs" c={stale === null ? "dimmed" : "var(--w-accept_all-text)"}>
          {fromNow(at, now)}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        {stale !== null && (
          <SmallButton onClick={() => void cleanAgain()}>{listsWords.cleanAgain}</SmallButton>
        )}
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
      </Group>
      {open === "compare" && <CompareDialog cleaning={cleaning} onClose={close} />}
      {open === "rename" && <RenameDialog cleaning={cleaning} onClose={close} />}
      {open === "delete_here" && <DeleteDialog cleaning={cleaning} what={open} onClose={close} />}
    </li>
  );
});

export const BinnedRow = memo(function BinnedRow({ cleaning, onChanged }: Props) {
  const [isErasing, setErasing] = useState(false);
  const { restore } = useBin(cleaning);
  return (
    <li className={css.binned}>
      <Box miw={0}>
        <span className={`cut ${css.title}`} title={cleaning.name}>
          {cleaning.name}
        </span>
        <Tags cleaning={cleaning} />
      </Box>
      <span className="quiet">{listsWords.deletedAgo(fromNow(cleaning.deletedAt ?? 0, Date.now()))}</span>
      <Group gap="xs" wrap="nowrap">
        <SmallButton onClick={() => void restore().then(onChanged)}>{listsWords.restore}</SmallButton>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={listsWords.eraseOf(cleaning.name)}
          onClick={() => setErasing(true)}
        >
          {listsWords.erase}
        </Button>
      </Group>
      {isErasing && (
        <EraseDialog
          cleaning={cleaning}
          onClose={() => {
            setErasing(false);
            onChanged?.();
          }}
        />
      )}
    </li>
  );
});
