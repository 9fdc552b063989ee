import { Button, Stack } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import { EmptyState, Loading, ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { go } from "../../navigation.ts";
import { isUnfinished } from "../../stores/cleanings.ts";
import { useCall, useRefetch } from "../../stores/query.ts";
import { useCleanings } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";
import { resultsWords } from "../../words/results.ts";
import { ProgressCard } from "../clean/ProgressCard.tsx";
import { Review } from "./Review.tsx";

const toLists = (
  <Button size="xs" onClick={() => go("/lists")}>
    {commonWords.allLists}
  </Button>
);

/** The results of a cleaning, or its progress while they are incomplete. */
export default function ResultsView(props: { cleaningId: string }) {
  const { cleaningId } = props;
  const cleaning = useCleanings((state) => state.byId[cleaningId]);
  const fetch = useCleanings((state) => state.fetch);
  const [unknown, setUnknown] = useState<Problem | null>(null);
  const find = useCallback(
    () => void fetch(cleaningId).then((found) => setUnknown(found.ok ? null : found.problem)),
    [fetch, cleaningId],
  );
  useEffect(find, [find]);
  useRefetch(unknown, find);
  const settled = cleaning !== undefined && !isUnfinished(cleaning);
  const on = [`results ${cleaningId}`, "suppression"] as const;
  const { value: summary, problem: unread } = useCall("results.summary", settled ? { cleaningId } : null, on);
  const problem = cleaning === undefined ? unknown : unread;
  const isGone = useCleanings((state) => state.erasedIds.has(cleaningId));

  if (isGone)
    return (
      <Page title={resultsWords.table}>
        <EmptyState title={resultsWords.goneTitle} detail={resultsWords.goneDetail}>
          {toLists}
        </EmptyState>
      </Page>
    );
  const isUnread = problem && cleaning && cleaning.state !== "done" && cleaning.state !== "imported";
  if (cleaning && (!settled || isUnread))
    return (
      <Page title={cleaning.name}>
        <Stack>
          <ProgressCard cleaning={cleaning} />
          {!settled && (
            <EmptyState title={resultsWords.unfinishedTitle} detail={resultsWords.unfinishedDetail} />
          )}
        </Stack>
      </Page>
    );
  // Keep showing the loaded summary while it is reloaded.
  if (problem && !summary)
    return (
      <Page title={cleaning?.name ?? resultsWords.table}>
        <ProblemNote problem={problem}>{toLists}</ProblemNote>
      </Page>
    );
  if (!summary || !cleaning) return <Loading label={resultsWords.loading} />;
  return <Review cleaning={cleaning} summary={summary} />;
}
