import { Box } from "@mantine/core";
import type { Verdict } from "../../shared/verdicts.ts";
import { NO_VERDICT, VERDICT_WORDS } from "../words/verdicts.ts";
import css from "./VerdictMark.module.css";

type Shown = Verdict | "none";

/** A verdict's words, `none` for rows without one. */
export function wordsOf(verdict: Shown): { name: string; symbol: string; help: string } {
  return verdict === "none" ? NO_VERDICT : VERDICT_WORDS[verdict];
}

const coloursOf = (verdict: Shown) => ({
  "--soft": `var(--w-${verdict}-soft)`,
  "--text": `var(--w-${verdict}-text)`,
});

/** The symbol of a verdict in its colour. It stands beside words, so readers of the page skip it. */
export function VerdictSymbol({ verdict }: { verdict: Shown }) {
  return (
    <Box
      component="span"
      className={css.symbol}
      __vars={coloursOf(verdict)}
      data-verdict={verdict}
      aria-hidden="true"
    >
      {wordsOf(verdict).symbol}
    </Box>
  );
}

/** A verdict as a chip: symbol and word. */
export function VerdictMark({ verdict }: { verdict: Shown }) {
  const { name, symbol } = wordsOf(verdict);
  return (
    <Box component="span" className={css.mark} __vars={coloursOf(verdict)} data-verdict={verdict}>
      <span aria-hidden="true">{symbol}</span>
      {name}
    </Box>
  );
}
