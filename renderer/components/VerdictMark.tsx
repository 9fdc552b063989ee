import { Box, Group } from "@mantine/core";
import { count } from "../../shared/numbers.ts";
import { type VerdictCounts as Counts, VERDICTS, type Verdict } from "../../shared/verdicts.ts";
import { NO_VERDICT, VERDICT_WORDS } from "../words/verdicts.ts";
import css from "./VerdictMark.module.css";

type Shown = Verdict | "none";

export function wordsOf(verdict: Shown): { name: string; symbol: string; help: string } {
  return verdict === "none" ? NO_VERDICT : VERDICT_WORDS[verdict];
}

const coloursOf = (verdict: Shown) => ({
  "--soft": `var(--w-${verdict}-soft)`,
  "--text": `var(--w-${verdict}-text)`,
});

/** A verdict's coloured symbol. Hidden from assistive technology, since the label is next to it. */
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

/** A verdict's name and symbol; not in its own colour if something else `isCautioned` against. */
export function VerdictBadge({ verdict, isCautioned }: { verdict: Shown; isCautioned?: boolean }) {
  const { name, symbol } = wordsOf(verdict);
  const shown = isCautioned && verdict === "deliverable" ? "accept_all" : verdict;
  return (
    <Box component="span" className={css.mark} __vars={coloursOf(shown)} data-verdict={shown}>
      <span aria-hidden="true">{shown === verdict ? symbol : "!"}</span>
      {name}
    </Box>
  );
}

export function VerdictCounts(props: { counts: Counts; of: string }) {
  return (
    <Group component="ul" className="plain-list" gap="4px 18px" fz="sm" aria-label={props.of}>
      <li className="quiet" aria-hidden="true">
        {props.of}:
      </li>
      {VERDICTS.map((verdict) => (
        <Group component="li" key={verdict} gap={6} title={VERDICT_WORDS[verdict].help}>
          <VerdictSymbol verdict={verdict} />
          <span className="num">{count(props.counts[verdict])}</span>
          <span className="quiet">{VERDICT_WORDS[verdict].name}</span>
        </Group>
      ))}
    </Group>
  );
}
