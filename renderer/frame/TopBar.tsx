import { Kbd, UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import { mod } from "../words/key-hints.ts";
import { AccountLine } from "./AccountLine.tsx";
import css from "./TopBar.module.css";
import { WhereLine } from "./WhereLine.tsx";

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
