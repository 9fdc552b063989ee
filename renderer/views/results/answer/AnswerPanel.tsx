import { Button, Group, Text, Title, UnstyledButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Answer, SegmentCount, Unwanted } from "../../../../shared/bridge/answer.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import { count } from "../../../../shared/numbers.ts";
import { SEGMENTS, type Segment as SegmentName } from "../../../../shared/segments.ts";
import { sentences } from "../../../../shared/sentences.ts";
import type { Verdict } from "../../../../shared/verdicts.ts";
import { CompactButton } from "../../../components/buttons.tsx";
import { isPurged, staleWords } from "../../../components/cleaning-actions.ts";
import { answerGrains, GrainBar } from "../../../components/GrainBar.tsx";
import { ProblemNote, SandboxMark } from "../../../components/notes.tsx";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { useApp } from "../../../stores/winnow.tsx";
import { date } from "../../../times.ts";
import {
  answerWords,
  headline,
  priceSentences,
  SEGMENT_NAMES,
  segmentDetail,
} from "../../../words/answer.ts";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { ForecastLine } from "../forecast/ForecastDialog.tsx";
import { ReviewActions } from "../ReviewHead.tsx";
import { useResults } from "../results-context.tsx";
import css from "./AnswerPanel.module.css";
import { Insights } from "./Insights.tsx";

/** Symbol of each segment's most frequent verdict. */
const SYMBOLS: Record<SegmentName, Verdict | "none"> = {
  safe: "deliverable",
  risky: "accept_all",
  do_not_send: "undeliverable",
  not_verified: "none",
};

/** A segment: clicking it shows its rows, its button exports them. */
function Segment(props: { segment: SegmentName; counts: SegmentCount; detail: string }) {
  const { segment, counts, detail } = props;
  const { view, patchFilter, openExport } = useResults();
  const { segments } = view.filter;
  const isOpen = segments?.length === 1 && segments[0] === segment;
  const name = SEGMENT_NAMES[segment];
  return (
    <li className={css.segment} data-segment={segment} data-open={isOpen || undefined}>
      <UnstyledButton
        className={css.open}
        aria-pressed={isOpen}
        onClick={() => patchFilter({ segments: isOpen ? undefined : [segment] })}
      >
        <span className={css.title}>
          <VerdictSymbol verdict={SYMBOLS[segment]} />
          {name}
        </span>{" "}
        <span className={css.number}>
          {count(counts.addresses)}{" "}
          <span className={css.unit}>{answerWords.addresses(counts.addresses)}</span>
        </span>{" "}
        <span className={`cut ${css.detail}`}>{detail}</span>
      </UnstyledButton>
      <Button
        className={css.export}
        variant={segment === "safe" && counts.written > 0 ? "filled" : "default"}
        aria-label={answerWords.exportSegment(name)}
        disabled={counts.written === 0}
        onClick={() => openExport(segment)}
      >
        <IconDownload size={16} aria-hidden="true" />
        <span className={css.word}>{answerWords.export}</span>
      </Button>
    </li>
  );
}

function countOf({ segments, notVerified }: Answer, segment: SegmentName): SegmentCount | null {
  return segment === "not_verified" ? notVerified : segments[segment];
}

function Segments({ answer }: { answer: Answer }) {
  const { cleaning, summary } = useResults();
  const { suppressedRows = 0, classRows, marks } = summary;
  return (
    <ul className={css.segments} aria-label={answerWords.segments}>
      {SEGMENTS.map((segment) => {
        const counts = countOf(answer, segment);
        if (counts === null) return null;
        return (
          <Segment
            key={segment}
            segment={segment}
            counts={counts}
            detail={segmentDetail(segment, counts.rows, {
              acceptAll: answer.acceptAll,
              addresses: counts.addresses,
              invalid: answer.invalid,
              kept: marks.keep > 0,
              suppressed: classRows.suppressed > 0 || (answer.leavesOutSuppressed && suppressedRows > 0),
              dropped: marks.drop > 0,
              unwanted: answer.unwanted?.addresses ?? 0,
              beyondLimit: answer.price.beyondLimit > 0,
              imported: cleaning.state === "imported",
            })}
          />
        );
      })}
    </ul>
  );
}

/** Offers to suppress addresses flagged by another service; confirms once all of them are suppressed. */
function UnwantedOffer({ unwanted }: { unwanted: Unwanted }) {
  const { suppress } = useResults();
  const { addresses, suppressed } = unwanted;
  return (
    // The same height with and without the button.
    <Group gap="4px 12px" mih={28} mt="xs" fz="sm">
      <span role="status">
        {suppressed < addresses ? suppressWords.offer(unwanted) : suppressWords.settled(unwanted)}
      </span>
      {suppressed < addresses && (
        <CompactButton onClick={() => suppress("unwanted")}>{suppressWords.add}</CompactButton>
      )}
    </Group>
  );
}

function Line({ answer }: { answer: Answer }) {
  const { cleaning, summary } = useResults();
  const freshDays = useApp((state) => state.settings.freshDays);
  // If missing results can be fetched again, a separate note mentions them; for results files, the price does.
  const saysMissing =
    summary.missing > 0 && cleaning.state !== "imported" && !cleaning.actions.includes("fetch_again");
  const now = Date.now();
  const said = [
    priceSentences(answer, cleaning, date(cleaning.finishedAt ?? cleaning.createdAt)),
    saysMissing ? resultsWords.missing(summary.missing) : "",
    staleWords(cleaning, freshDays, now) ?? "",
    isPurged(cleaning, now) ? resultsWords.purged : "",
  ];
  return (
    <Text size="sm" c="dimmed" mt={2} mb={10} lh="20px">
      {cleaning.sandbox && (
        <>
          <SandboxMark />{" "}
        </>
      )}
      {sentences(...said)}
    </Text>
  );
}

export function AnswerPanel() {
  const { cleaning, answer: query } = useResults();
  const { value: answer, problem, reload } = query;
  return (
    <section className={css.panel} aria-label={answerWords.region}>
      <div className={css.said}>
        <Group align="flex-start" wrap="nowrap" gap="sm" className={css.head}>
          {answer ? (
            <Title order={2} className={css.sentence}>
              {headline(answer, isSimulated(cleaning))}
            </Title>
          ) : (
            <Text size="sm" c="dimmed" flex={1} lh="36px" role="status">
              {problem ? "" : answerWords.loading}
            </Text>
          )}
          <ReviewActions />
        </Group>
        {problem && <ProblemNote problem={problem} onAgain={reload} />}
        {answer && (
          <>
            <Line answer={answer} />
            <GrainBar parts={answerGrains(answer)} />
            <Segments answer={answer} />
            {cleaning.finishedAt !== null && <ForecastLine />}
            {answer.unwanted && <UnwantedOffer unwanted={answer.unwanted} />}
          </>
        )}
      </div>
      <Insights />
    </section>
  );
}
