import { Button, Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Answer, Unwanted } from "../../../../shared/bridge/answer.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import type { Segment as SegmentName } from "../../../../shared/segments.ts";
import { sentences } from "../../../../shared/sentences.ts";
import { isPurged, staleWords } from "../../../components/cleaning/age.ts";
import { answerGrains, GrainBar } from "../../../components/GrainBar.tsx";
import { SandboxMark } from "../../../components/notes.tsx";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import { useApp } from "../../../stores/winnow.tsx";
import { date } from "../../../times.ts";
import { answerWords, headline, priceSentences } from "../../../words/answer.ts";
import { resultsWords } from "../../../words/results.ts";
import { suppressWords } from "../../../words/settings.ts";
import { ForecastLine } from "../forecast/ForecastLine.tsx";
import type { AnswerReading } from "../useAnswer.ts";
import css from "./AnswerPanel.module.css";
import { Insights } from "./Insights.tsx";
import { Segments } from "./Segments.tsx";

/** Offers to suppress addresses flagged by another service; confirms once all of them are suppressed. */
function UnwantedOffer(props: { unwanted: Unwanted; onSuppress: () => void }) {
  const { addresses, suppressed } = props.unwanted;
  return (
    // The same height with and without the button.
    <Group gap="4px 12px" mih={28} mt="xs" fz="sm">
      <span role="status">
        {suppressed < addresses ? suppressWords.offer(props.unwanted) : suppressWords.settled(props.unwanted)}
      </span>
      {suppressed < addresses && (
        <Button size="compact-sm" variant="default" onClick={props.onSuppress}>
          {suppressWords.add}
        </Button>
      )}
    </Group>
  );
}

interface Props {
  cleaning: Cleaning;
  summary: Summary;
  reading: AnswerReading;
  filter: ResultFilter;
  onFilter: (patch: Partial<ResultFilter>) => void;
  onShow: (filter: ResultFilter) => void;
  onExport: (segment: SegmentName) => void;
  onExportShown: () => void;
  onSuppress: () => void;
  actions: ReactNode;
}

function Line({ answer, cleaning, summary }: { answer: Answer } & Pick<Props, "cleaning" | "summary">) {
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

export function AnswerPanel(props: Props) {
  const { cleaning, summary, reading, filter } = props;
  const { value: answer, problem, reload } = reading.answer;
  return (
    <section className={css.panel} aria-label={answerWords.region}>
      <div className={css.said}>
        <Group align="flex-start" wrap="nowrap" gap="sm">
          {answer ? (
            <Title order={2} className={css.sentence}>
              {headline(answer, isSimulated(cleaning))}
            </Title>
          ) : (
            <Text size="sm" c="dimmed" flex={1} lh="36px" role="status">
              {problem ? "" : answerWords.loading}
            </Text>
          )}
          {props.actions}
        </Group>
        {problem && <ProblemNote problem={problem} onAgain={reload} />}
        {answer && (
          <>
            <Line answer={answer} cleaning={cleaning} summary={summary} />
            <GrainBar parts={answerGrains(answer)} />
            <Segments
              answer={answer}
              cleaning={cleaning}
              summary={summary}
              open={filter.segments}
              onFilter={props.onFilter}
              onExport={props.onExport}
            />
            {cleaning.finishedAt !== null && (
              <ForecastLine cleaning={cleaning} onShow={props.onShow} onExport={props.onExportShown} />
            )}
            {answer.unwanted && <UnwantedOffer unwanted={answer.unwanted} onSuppress={props.onSuppress} />}
          </>
        )}
      </div>
      <Insights reading={reading.insights} onShow={props.onShow} />
    </section>
  );
}
