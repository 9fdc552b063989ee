import { List } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { count } from "../../format/numbers.ts";
import { cleanWords, ODDITY_WORDS } from "../../words/clean.ts";

/** What was odd while reading, with line numbers. Nothing is dropped in silence. */
export function Oddities(props: { preflight: Preflight }) {
  const { oddities } = props.preflight;
  if (oddities.length === 0) return null;
  return (
    <List
      className="plain-list"
      size="sm"
      spacing={4}
      icon={<IconInfoCircle size={15} color="var(--w-accept_all-text)" aria-hidden="true" />}
      aria-label={cleanWords.oddities}
    >
      {oddities.map(({ code, count: times, lines }) => (
        <List.Item key={code}>
          {ODDITY_WORDS[code]}: <strong className="num">{count(times)}</strong>
          {lines.length > 0 && (
            <span className="quiet">
              {" "}
              ({cleanWords.lines(lines.slice(0, 6).map(count).join(", "), times > Math.min(6, lines.length))})
            </span>
          )}
        </List.Item>
      ))}
    </List>
  );
}
