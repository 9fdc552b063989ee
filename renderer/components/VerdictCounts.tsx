import { Group } from "@mantine/core";
import { count } from "../../shared/numbers.ts";
import { type VerdictCounts as Counts, VERDICTS } from "../../shared/verdicts.ts";
import { VERDICT_WORDS } from "../words/verdicts.ts";
import { VerdictSymbol } from "./VerdictMark.tsx";

/** The four counts in a row, after what they are counts of: symbol, number, word. */
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
