import { IconInfoCircle } from "@tabler/icons-react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { count } from "../../format/numbers.ts";
import { cleanWords, ODDITY_WORDS } from "../../words/clean.ts";
import css from "./Oddities.module.css";

/** What was odd while reading, with line numbers. Nothing is dropped in silence. */
export function Oddities(props: { preflight: Preflight }) {
  const { oddities } = props.preflight;
  if (oddities.length === 0) return null;
  return (
    <ul className={css.list} aria-label={cleanWords.oddities}>
      {oddities.map((oddity) => (
        <li key={oddity.code}>
          <IconInfoCircle size={15} aria-hidden="true" />
          <span>
            {ODDITY_WORDS[oddity.code]}: <strong className="num">{count(oddity.count)}</strong>
            {oddity.lines.length > 0 && (
              <span className="quiet">
                {" "}
                (
                {cleanWords.lines(
                  oddity.lines.slice(0, 6).map(count).join(", "),
                  oddity.count > Math.min(6, oddity.lines.length),
                )}
                )
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
