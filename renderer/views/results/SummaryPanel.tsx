import { Text, UnstyledButton } from "@mantine/core";
import { IconPigMoney } from "@tabler/icons-react";
import type { ResultFilter, Summary } from "../../../shared/bridge/results.ts";
import { FLAGS, VERDICTS } from "../../../shared/verdicts.ts";
import { Ring } from "../../components/Ring.tsx";
import { VerdictSymbol, wordsOf } from "../../components/VerdictMark.tsx";
import { count, share } from "../../format/numbers.ts";
import { resultsWords } from "../../words/results.ts";
import { FLAG_WORDS } from "../../words/verdicts.ts";
import css from "./SummaryPanel.module.css";
import { toggled } from "./view-state.ts";

interface Props {
  summary: Summary;
  filter: ResultFilter;
  onFilter: (patch: Partial<ResultFilter>) => void;
}

function Verdicts({ summary, filter, onFilter }: Props) {
  const entries = [
    ...VERDICTS.map((verdict) => ({ key: verdict, rows: summary.verdictRows[verdict] })),
    { key: "none" as const, rows: summary.noneRows },
  ];
  const shareOf = (rows: number) => share(summary.rows === 0 ? 0 : rows / summary.rows);
  return (
    <section className={css.verdicts} aria-label={resultsWords.verdicts}>
      {entries.map(({ key, rows }) => {
        const words = wordsOf(key);
        if (key === "none" && rows === 0) return null;
        return (
          <UnstyledButton
            key={key}
            className={css.verdict}
            aria-pressed={filter.verdicts?.includes(key) ?? false}
            aria-label={`${words.name}: ${count(rows)}, ${shareOf(rows)}`}
            title={words.help}
            onClick={() => onFilter({ verdicts: toggled(filter.verdicts, key) })}
          >
            <VerdictSymbol verdict={key} />
            <span className={css.name}>{words.name}</span> <span className={css.number}>{count(rows)}</span>{" "}
            <span className={css.share}>{shareOf(rows)}</span>
          </UnstyledButton>
        );
      })}
    </section>
  );
}

function Flags({ summary, filter, onFilter }: Props) {
  return (
    <section className={css.column} aria-label={resultsWords.flags}>
      <Text size="xs" fw={600} c="dimmed" mb={2}>
        {resultsWords.flags}
      </Text>
      {FLAGS.map((flag) => (
        <UnstyledButton
          key={flag}
          className={css.line}
          aria-pressed={filter.flags?.includes(flag) ?? false}
          aria-label={`${FLAG_WORDS[flag].name}: ${count(summary.flagRows[flag])}`}
          title={FLAG_WORDS[flag].help}
          disabled={summary.flagRows[flag] === 0}
          onClick={() => onFilter({ flags: toggled(filter.flags, flag) })}
        >
          <span>{FLAG_WORDS[flag].name}</span> <span className="num">{count(summary.flagRows[flag])}</span>
        </UnstyledButton>
      ))}
    </section>
  );
}

function Domains({ summary, filter, onFilter }: Props) {
  const worst = summary.domains.filter((one) => one.undeliverable > 0).slice(0, 5);
  return (
    <section className={css.column} aria-label={resultsWords.domains}>
      <Text size="xs" fw={600} c="dimmed" mb={2}>
        {resultsWords.domains}
      </Text>
      {worst.length === 0 && (
        <Text size="sm" c="dimmed">
          {resultsWords.domainsNone}
        </Text>
      )}
      {worst.map((one) => (
        <UnstyledButton
          key={one.domain}
          className={css.line}
          aria-pressed={filter.domains?.includes(one.domain) ?? false}
          aria-label={`${one.domain} ${count(one.undeliverable)} / ${count(one.verified)}: ${resultsWords.domainTrouble(one.undeliverable, one.verified)}`}
          title={resultsWords.domainTrouble(one.undeliverable, one.verified)}
          onClick={() => onFilter({ domains: toggled(filter.domains, one.domain) })}
        >
          <span className={css.cut}>{one.domain}</span>{" "}
          <span className="num">
            {count(one.undeliverable)}
            <span className="quiet"> / {count(one.verified)}</span>
          </span>
        </UnstyledButton>
      ))}
    </section>
  );
}

/** The whole cleaning at a glance. Every number is a button that filters by it. */
export function SummaryPanel(props: Props) {
  const { summary } = props;
  const { keep, drop } = summary.marks;
  return (
    <section className={`card ${css.panel}`}>
      <Ring
        counts={summary.verdictRows}
        none={summary.noneRows}
        size={136}
        label={resultsWords.rows(summary.rows)}
      />
      <Verdicts {...props} />
      <Flags {...props} />
      <Domains {...props} />
      <div className={css.notes}>
        {summary.saved > 0 && (
          <span title={resultsWords.savedHelp} className={css.note}>
            <IconPigMoney size={16} aria-hidden="true" />
            {resultsWords.saved(summary.saved)}
          </span>
        )}
        {summary.missing > 0 && <span className={css.note}>{resultsWords.missing(summary.missing)}</span>}
        {keep + drop > 0 && <span className={css.note}>{resultsWords.marks(keep, drop)}</span>}
      </div>
    </section>
  );
}
