import type { Facet, Histogram } from "../../../../shared/bridge/facets.ts";
import { count } from "../../../format/numbers.ts";
import { day } from "../../../format/times.ts";
import { facetWords } from "../../../words/facets.ts";
import css from "./FacetRail.module.css";

/** One end of a range as it is said. */
function boundOf(kind: Histogram["kind"], bound: number): string {
  return kind === "date" ? day(bound) : count(Math.round(bound * 100) / 100);
}

/** What a column holds at a glance: how many of its cells are filled and, of numbers and dates, how they are spread. */
export function Spread(props: { name: string; facet: Facet }) {
  const { filled, rows, histogram } = props.facet;
  const bins = histogram?.bins ?? [];
  const most = Math.max(1, ...bins.map((bin) => bin.rows));
  const [first, last] = [bins[0], bins.at(-1)];
  return (
    <>
      <p className={css.note}>{facetWords.filled(filled, rows)}</p>
      {histogram && first && last && (
        <figure className={css.spread} aria-label={facetWords.spread(props.name)}>
          <ul className={css.bins}>
            {bins.map((bin) => (
              <li key={bin.from} style={{ height: `${(bin.rows / most) * 100}%` }}>
                <span className="visually-hidden">
                  {facetWords.bin(
                    boundOf(histogram.kind, bin.from),
                    boundOf(histogram.kind, bin.to),
                    bin.rows,
                  )}
                </span>
              </li>
            ))}
          </ul>
          <figcaption className={css.ends} aria-hidden="true">
            <span>{boundOf(histogram.kind, first.from)}</span>
            <span>{boundOf(histogram.kind, last.to)}</span>
          </figcaption>
        </figure>
      )}
    </>
  );
}
