import { type VerdictCounts as Counts, VERDICTS } from "../../shared/verdicts.ts";
import { count } from "../format/numbers.ts";
import { VERDICT_WORDS } from "../words/verdicts.ts";
import css from "./VerdictCounts.module.css";
import { VerdictSymbol } from "./VerdictMark.tsx";

/** The four counts in a row, after what they are counts of: symbol, number, word. */
export function VerdictCounts(props: { counts: Counts; of: string }) {
  return (
    <ul className={css.counts} aria-label={props.of}>
      <li className="quiet" aria-hidden="true">
        {props.of}:
      </li>
      {VERDICTS.map((verdict) => (
        <li key={verdict} title={VERDICT_WORDS[verdict].help}>
          <VerdictSymbol verdict={verdict} />
          <span className="num">{count(props.counts[verdict])}</span>
          <span className="quiet">{VERDICT_WORDS[verdict].name}</span>
        </li>
      ))}
    </ul>
  );
}
