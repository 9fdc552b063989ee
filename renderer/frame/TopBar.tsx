import { Badge, Kbd, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useLocation } from "wouter";
import { useCleanings, useWinnow } from "../stores/winnow.tsx";
import { compareWords } from "../words/compare.ts";
import { frameWords } from "../words/frame.ts";
import { mod } from "../words/shortcuts.ts";
import { AccountLine } from "./AccountLine.tsx";
import { cleaningAt, placeOf } from "./places.ts";
import css from "./WhereLine.module.css";

/** Where one is: the place, and what is open in it. The screen's own heading says it to those who do not see this. */
function WhereLine() {
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

/** Where one is, the way to everything by name, and whose credits are spent. */
export function TopBar() {
  const { desk } = useWinnow();
  return (
    <header className={css.bar}>
      <WhereLine />
      <UnstyledButton
        className={css.command}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => desk.getState().ask({ kind: "command", command: "palette" })}
      >
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <span className={`cut ${css.words}`}>{frameWords.command}</span>
        <Kbd aria-hidden="true" className={css.key}>
          {mod("K")}
        </Kbd>
      </UnstyledButton>
      <AccountLine />
    </header>
  );
}
