import { Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useId } from "react";
import type { Insight } from "../../../../shared/bridge/insights.ts";
import { count } from "../../../../shared/numbers.ts";
import { LinkButton } from "../../../components/buttons.tsx";
import { Note, ProblemNote } from "../../../components/notes.tsx";
import { useCall } from "../../../stores/query.ts";
import { date } from "../../../times.ts";
import { answerWords, insightWords } from "../../../words/answer.ts";
import { useResults } from "../results-context.tsx";
import css from "./Insights.module.css";

function List({ insights }: { insights: readonly Insight[] }) {
  const { show } = useResults();
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
              <LinkButton
                fz="inherit"
                fw={600}
                aria-label={`${answerWords.showRows(insight.rows)}: ${fact}`}
                onClick={() => show(insight.filter)}
              >
                {answerWords.showRows(insight.rows)}
              </LinkButton>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

export function Insights() {
  const { cleaning, answer } = useResults();
  // The answer has priority.
  const input = answer.value || answer.problem ? { cleaningId: cleaning.id } : null;
  const on = [`results ${cleaning.id}`, "suppression"] as const;
  const { value, problem, reload } = useCall("results.insights", input, on);
  const insights = value?.insights ?? null;
  const isNarrow = useMediaQuery("(max-width: 68.74em)", false, { getInitialValueInEffect: false });
  const title = useId();
  const isNone = insights === null || insights.length === 0;
  return (
    <aside className={css.insights} aria-labelledby={title}>
      <details open={!isNarrow}>
        <summary tabIndex={isNarrow ? 0 : -1}>
          <Title order={3} id={title} className={css.title}>
            {answerWords.insights} {!isNone && <span className="quiet">{count(insights.length)}</span>}
          </Title>
        </summary>
        {problem && <ProblemNote problem={problem} onAgain={reload} />}
        {isNone && !problem && (
          <Note role="status">
            {insights === null ? answerWords.insightsLoading : answerWords.insightsNone}
          </Note>
        )}
        {!isNone && <List insights={insights} />}
      </details>
    </aside>
  );
}
