import { Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { verdictTotal } from "../../../shared/cleaning-state.ts";
import { STALLED_AFTER_MS, waitWords } from "../../../shared/waits.ts";
import { Note } from "../../components/notes.tsx";
import { isUnfinished } from "../../stores/cleanings.ts";
import { clock, duration } from "../../times.ts";
import { progressWords, STAGE_WORDS } from "../../words/clean.ts";
import { STATE_WORDS } from "../../words/lists.ts";

/** Progress in addresses; `percent` is `null` while it is unknown. */
export interface Counted {
  readonly done: number;
  readonly total: number;
  readonly percent: number | null;
}

/** Returns the service's counts while it verifies, and full progress once the cleaning is done. */
export function progressOf(cleaning: Cleaning): Counted {
  const total = cleaning.uploaded || cleaning.credits;
  if (cleaning.state === "done" || cleaning.state === "imported") return { done: total, total, percent: 100 };
  const done = Math.min(cleaning.verified, total);
  const counted = cleaning.stage === "verifying" || cleaning.stage === "fetching";
  return { done, total, percent: counted && total > 0 ? (done / total) * 100 : null };
}

/** Describes what the card's counts include, so that they add up. */
export function countedWords(cleaning: Cleaning): string[] {
  const { known, elsewhere } = cleaning.skipped;
  if (isUnfinished(cleaning)) {
    const { done, total, percent } = progressOf(cleaning);
    return [
      ...(percent === null ? [] : [progressWords.ofAddresses(done, total)]),
      ...(known > 0 ? [progressWords.alreadyKnown(known)] : []),
    ];
  }
  const all = verdictTotal(cleaning.counts);
  if (cleaning.state === "imported") return [progressWords.imported(all)];
  const taken = Math.min(known + elsewhere, all - verifiedHere(cleaning));
  return [
    ...(all > taken || taken === 0 ? [progressWords.verified(all - taken)] : []),
    ...(taken > 0 ? [all > taken ? progressWords.alreadyKnown(taken) : progressWords.allKnown(taken)] : []),
  ];
}

function verifiedHere({ parts }: Cleaning): number {
  return parts.reduce((sum, { state, total }) => sum + (state === "done" ? total : 0), 0);
}

/** Returns the time since which progress has stalled, in Unix ms; `null` while it advances. */
function useStill({ movedAt = null }: Cleaning): number | null {
  const [still, setStill] = useState<number | null>(null);
  useEffect(() => {
    if (movedAt === null) return;
    // No event reports a lack of progress, so use a timer.
    const timer = setTimeout(() => setStill(movedAt), Math.max(0, movedAt + STALLED_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [movedAt]);
  return still === movedAt ? still : null;
}

function stageOf({ state, stage, waiting }: Cleaning): string {
  if (state === "waiting" && waiting) return waitWords(waiting);
  return state === "running" || state === "waiting" ? STAGE_WORDS[stage] : STATE_WORDS[state];
}

export function ProgressBar(props: { cleaning: Cleaning; gone: boolean }) {
  const { cleaning, gone } = props;
  const { percent } = progressOf(cleaning);
  const moving = cleaning.state === "running" && !gone;
  const stage = gone && isUnfinished(cleaning) ? progressWords.notRunning : stageOf(cleaning);
  const still = useStill(cleaning);
  const since = cleaning.state === "waiting" ? cleaning.waiting?.since : null;
  const until = cleaning.state === "waiting" ? cleaning.waiting?.until : undefined;
  const facts = [
    since == null ? null : progressWords.since(clock(since, Date.now())),
    until === undefined ? null : progressWords.pause(clock(until, Date.now())),
    ...countedWords(cleaning),
    ...(gone ? [] : paceWords(cleaning, still)),
  ].filter((fact) => fact !== null);
  return (
    <Stack gap={4}>
      <Progress.Root size="md">
        <Progress.Section
          value={percent ?? (moving ? 100 : 0)}
          animated={moving && percent === null}
          striped={moving && percent === null}
          color={percent === null ? "ink.3" : undefined}
          aria-label={progressWords.bar(cleaning.name)}
          aria-valuetext={facts.join(", ") || stage}
        />
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500} role="status">
          {stage}
        </Text>
        <Note className="num">{facts.join(" · ")}</Note>
      </Group>
    </Stack>
  );
}

function paceWords(cleaning: Cleaning, still: number | null): (string | null)[] {
  if (cleaning.state !== "running") return [];
  const isCounted = progressOf(cleaning).percent !== null;
  if (still !== null) return isCounted ? [progressWords.unchanged(clock(still, Date.now()))] : [];
  const { addressesPerSecond, secondsLeft } = cleaning;
  return [
    addressesPerSecond ? progressWords.speed(addressesPerSecond) : null,
    secondsLeft ? progressWords.left(duration(secondsLeft)) : null,
  ];
}
