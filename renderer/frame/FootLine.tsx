import { Kbd, UnstyledButton } from "@mantine/core";
import { useLocation } from "wouter";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import { isUnfinished } from "../stores/cleanings.ts";
import { useApp, useCleanings, useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import { KEY_HINTS } from "../words/key-hints.ts";
import css from "./FootLine.module.css";
import { NetworkLine } from "./NetworkLine.tsx";
import { cleaningAt } from "./places.ts";

/** At the foot: the keys of the screen at hand, and on the right what is to be known of network and results. */
export function FootLine() {
  const { desk } = useWinnow();
  const id = cleaningAt(useLocation()[0]);
  const cleaning = useCleanings((state) => (id === null ? undefined : state.byId[id]));
  const online = useApp((state) => state.online);
  const hints = cleaning && !isUnfinished(cleaning) ? KEY_HINTS.results : KEY_HINTS.elsewhere;
  return (
    <footer className={css.foot}>
      {/* Keys are shown to those who see; aids have them from the controls themselves and from the sheet of all. */}
      <div className={css.keys} aria-hidden="true">
        {hints.map((hint) => (
          <span key={hint.does} className={css.hint}>
            {hint.keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
            {hint.does}
          </span>
        ))}
      </div>
      <UnstyledButton className={css.all} onClick={() => desk.getState().ask({ kind: "shortcuts" })}>
        <Kbd aria-hidden="true">?</Kbd>
        {frameWords.allShortcuts}
      </UnstyledButton>
      <div className={css.state}>
        <NetworkLine />
        {online && cleaning && isAllHere(cleaning) && <span>{frameWords.allHere}</span>}
      </div>
    </footer>
  );
}

/** Whether nothing is still to come from the service, and nothing stayed there. */
function isAllHere({ state, missing, unverified }: Cleaning): boolean {
  return (state === "done" || state === "imported") && missing === 0 && unverified === null;
}
