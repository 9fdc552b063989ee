import type { Verdict } from "../../shared/verdicts.ts";
import { NO_VERDICT, VERDICT_WORDS } from "../words/verdicts.ts";
import css from "./VerdictMark.module.css";

/** A verdict's words, `none` for rows without one. */
export function wordsOf(verdict: Verdict | "none"): { name: string; symbol: string; help: string } {
  return verdict === "none" ? NO_VERDICT : VERDICT_WORDS[verdict];
}

/** The symbol of a verdict in its colour. It stands beside words, so readers of the page skip it. */
export function VerdictSymbol(props: { verdict: Verdict | "none" }) {
  return (
    <span className={css.symbol} data-verdict={props.verdict} aria-hidden="true">
      {wordsOf(props.verdict).symbol}
    </span>
  );
}

/** A verdict as a chip: symbol and word. */
export function VerdictMark(props: { verdict: Verdict | "none" }) {
  const { name, symbol } = wordsOf(props.verdict);
  return (
    <span className={css.mark} data-verdict={props.verdict}>
      <span aria-hidden="true">{symbol}</span>
      {name}
    </span>
  );
}
