import { Anchor, Badge, Button, Kbd, Text } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useLocation } from "wouter";
import { useHashSearch } from "../navigation.ts";
import { useCleanings, useWinnow } from "../stores/winnow.tsx";
import { frameWords, mod } from "../words/frame.ts";
import { compareWords } from "../words/results.ts";
import { AccountLine } from "./AccountLine.tsx";
import { cleaningAt, placeOf } from "./Nav.tsx";
import css from "./TopBar.module.css";

/** Breadcrumb of the current place and list. Screen readers get the same from the screen's heading. */
function WhereLine() {
  const [path] = useLocation();
  const place = placeOf(path);
  const cleaning = useCleanings((state) => state.byId[cleaningAt(path) ?? ""]);
  const address = new URLSearchParams(useHashSearch()).get("q");
  const isAddress = path.startsWith("/address") && address !== null;
  const within = isAddress ? address : path.startsWith("/compare") ? compareWords.title : cleaning?.name;
  if (within === undefined)
    return (
      <div className={css.where}>
        <strong className={`cut ${css.here}`}>{frameWords[place]}</strong>
      </div>
    );
  return (
    <nav className={css.where} aria-label={frameWords.where}>
      <Anchor className={css.place} href={`#/${place}`}>
        {frameWords[place]}
      </Anchor>
      <span aria-hidden="true">/</span>
      <strong className={`cut ${css.here}`} title={within} aria-current="page">
        {within}
      </strong>
      {cleaning?.tags.map((tag) => (
        <Badge key={tag} visibleFrom="md" flex="0 1 auto" miw={40} maw="12rem">
          {tag}
        </Badge>
      ))}
    </nav>
  );
}

export function TopBar() {
  const { desk } = useWinnow();
  return (
    <header className={css.bar}>
      <WhereLine />
      <Button
        variant="default"
        className={css.command}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
        rightSection={
          <Kbd aria-hidden="true" visibleFrom="sm">
            {mod("K")}
          </Kbd>
        }
        onClick={() => desk.getState().dispatch({ kind: "command", command: "palette" })}
      >
        <Text span inherit truncate className={css.words}>
          {frameWords.command}
        </Text>
      </Button>
      <AccountLine />
    </header>
  );
}
