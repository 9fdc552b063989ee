import { Badge } from "@mantine/core";
import { useLocation } from "wouter";
import { useCleanings } from "../stores/winnow.tsx";
import { compareWords } from "../words/compare.ts";
import { frameWords } from "../words/frame.ts";
import { cleaningAt, placeOf } from "./places.ts";
import css from "./WhereLine.module.css";

/** Where one is: the place, and what is open in it. The screen's own heading says it to those who do not see this. */
export function WhereLine() {
  const [path] = useLocation();
  const place = placeOf(path);
  const cleaning = useCleanings((state) => state.byId[cleaningAt(path) ?? ""]);
  const within = path.startsWith("/compare") ? compareWords.title : cleaning?.name;
  if (within === undefined)
    return (
      <p className={css.where}>
        <strong className={`cut ${css.here}`}>{frameWords[place]}</strong>
      </p>
    );
  return (
    <nav className={css.where} aria-label={frameWords.where}>
      <a className={css.place} href={`#/${place}`}>
        {frameWords[place]}
      </a>
      <span aria-hidden="true">/</span>
      <strong className={`cut ${css.here}`} aria-current="page">
        {within}
      </strong>
      {cleaning?.tags.map((tag) => (
        <Badge key={tag} className={css.tag}>
          {tag}
        </Badge>
      ))}
    </nav>
  );
}
