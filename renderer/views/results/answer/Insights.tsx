import { Text, Title, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { Insight } from "../../../../shared/bridge/insights.ts";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { count } from "../../../../shared/numbers.ts";
import { ProblemNote } from "../../../components/ProblemNote.tsx";
import type { Reading } from "../../../stores/reading.ts";
import { date } from "../../../times.ts";
import { answerWords, insightWords } from "../../../words/answer.ts";
import css from "./Insights.module.css";

interface Props {
  reading: Reading<readonly Insight[]>;
  onShow: (filter: ResultFilter) => void;
}

function List({ insights, onShow }: { insights: readonly Insight[] } & Pick<Props, "onShow">) {
  return (
    <ul className="plain-list">
      {insights.map((insight) => {
        const { fact, meaning } = insightWords(insight, date);
        return (
          <li key={JSON.stringify(insight.filter)} className={css.insight}>
            <svg className={css.grain} viewBox="0 0 10 18" aria-hidden="true">
              <ellipse cx="5" cy="9" rx="2.6" ry="7" transform="rotate(14 5 9)" />
            </svg>
            <p>
              <strong>{fact}</strong> {meaning}{" "}
              <UnstyledButton
                className={css.show}
                aria-label={`${answerWords.showRows(insight.rows)}: ${fact}`}
                onClick={() => onShow(insight.filter)}
              >
                {answerWords.showRows(insight.rows)}
              </UnstyledButton>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** What is worth knowing of the list, in a few sentences, each with its rows; folded into one line where there is no room. */
export function Insights({ reading, onShow }: Props) {
  const { value: insights, problem, reload } = reading;
  const isNarrow = useMediaQuery("(max-width: 68.74em)", false, { getInitialValueInEffect: false });
  const [isUnfolded, setUnfolded] = useState(false);
  const title = useId();
  const list = useId();
  const canUnfold = insights !== null && insights.length > 0;
  return (
    <aside className={css.insights} aria-labelledby={title}>
      <Title order={3} id={title} className={css.title}>
        {isNarrow && canUnfold ? (
          <UnstyledButton
            className={css.fold}
            aria-expanded={isUnfolded}
            aria-controls={list}
            aria-label={answerWords.insightsFolded(insights.length)}
            onClick={() => setUnfolded((is) => !is)}
          >
            <IconChevronRight size={16} aria-hidden="true" />
            {answerWords.insights} <span className="quiet">{count(insights.length)}</span>
          </UnstyledButton>
        ) : (
          answerWords.insights
        )}
      </Title>
      {problem && <ProblemNote problem={problem} onAgain={reload} />}
      {!canUnfold && !problem && (
        <Text size="sm" c="dimmed" role="status">
          {insights === null ? answerWords.insightsLoading : answerWords.insightsNone}
        </Text>
      )}
      <div id={list} hidden={isNarrow && !isUnfolded}>
        {canUnfold && <List insights={insights} onShow={onShow} />}
      </div>
    </aside>
  );
}
