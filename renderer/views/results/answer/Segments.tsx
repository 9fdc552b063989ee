import { Button, UnstyledButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Answer, SegmentCount } from "../../../../shared/bridge/answer.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { count } from "../../../../shared/numbers.ts";
import { SEGMENTS, type Segment as SegmentName } from "../../../../shared/segments.ts";
import type { Verdict } from "../../../../shared/verdicts.ts";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { answerWords, SEGMENT_NAMES, segmentDetail } from "../../../words/answer.ts";
import css from "./Segment.module.css";

/** Symbol of each segment's most frequent verdict. */
const SYMBOLS: Record<SegmentName, Verdict | "none"> = {
  safe: "deliverable",
  risky: "accept_all",
  do_not_send: "undeliverable",
  not_verified: "none",
};

/** A segment: clicking it shows its rows, its button exports them. */
function Segment(props: {
  segment: SegmentName;
  name: string;
  counts: SegmentCount;
  detail: string;
  isOpen: boolean;
  onOpen: () => void;
  onExport: () => void;
}) {
  const { segment, name, counts, detail, isOpen } = props;
  return (
    <li className={css.segment} data-segment={segment} data-open={isOpen || undefined}>
      <UnstyledButton className={css.open} aria-pressed={isOpen} onClick={props.onOpen}>
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
        onClick={props.onExport}
      >
        <IconDownload size={16} aria-hidden="true" />
        <span className={css.word}>{answerWords.export}</span>
      </Button>
    </li>
  );
}

interface Props {
  answer: Answer;
  cleaning: Cleaning;
  summary: Summary;
  /** The segments shown in the table; absent for all. */
  open: ResultFilter["segments"];
  onFilter: (patch: Partial<ResultFilter>) => void;
  onExport: (segment: SegmentName) => void;
}

function countOf({ segments, notVerified }: Answer, segment: SegmentName): SegmentCount | null {
  return segment === "not_verified" ? notVerified : segments[segment];
}

export function Segments(props: Props) {
  const { answer, cleaning, summary, open } = props;
  const { suppressedRows = 0, classRows, marks } = summary;
  return (
    <ul className={css.segments} aria-label={answerWords.segments}>
      {SEGMENTS.map((segment) => {
        const counts = countOf(answer, segment);
        if (counts === null) return null;
        const isOpen = open?.length === 1 && open[0] === segment;
        return (
          <Segment
            key={segment}
            segment={segment}
            name={SEGMENT_NAMES[segment]}
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
            isOpen={isOpen}
            onOpen={() => props.onFilter({ segments: isOpen ? undefined : [segment] })}
            onExport={() => props.onExport(segment)}
          />
        );
      })}
    </ul>
  );
}
