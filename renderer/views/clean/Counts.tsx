import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { count } from "../../../shared/numbers.ts";
import { cleanWords } from "../../words/clean.ts";
import { correctionWords } from "../../words/questions.ts";
import css from "./Counts.module.css";
import type { FlaggedKind } from "./FlaggedDrawer.tsx";

function Fact(props: { name: string; value: number; onOpen?: () => void }) {
  const { name, value, onOpen } = props;
  const inner = (
    <>
      <span className={css.name}>
        {name}
        {onOpen && value > 0 && <IconChevronRight size={13} aria-hidden="true" />}
      </span>{" "}
      <span className={css.value}>{count(value)}</span>
    </>
  );
  if (!onOpen || value === 0) return <div className={css.fact}>{inner}</div>;
  return (
    <UnstyledButton className={css.fact} data-opens onClick={onOpen} aria-label={`${name}: ${count(value)}`}>
      {inner}
    </UnstyledButton>
  );
}

/** The numbers of a preflight. The first line adds up; the second says what kinds of addresses there are. */
export function Counts(props: {
  preflight: Preflight;
  onMalformed: () => void;
  onTypos: () => void;
  onCells: () => void;
  onFlagged: (kind: FlaggedKind) => void;
}) {
  const { preflight, onCells, onFlagged } = props;
  const { fixable = 0, untidy = 0, fixed = 0, corrected = 0 } = preflight;
  return (
    <div className={css.facts}>
      <Fact name={cleanWords.rows} value={preflight.rows} />
      <Fact name={cleanWords.unique} value={preflight.unique} />
      <Fact name={cleanWords.repeated} value={preflight.repeated} />
      <Fact name={cleanWords.malformed} value={preflight.malformed} onOpen={props.onMalformed} />
      {fixable + untidy > 0 && (
        <Fact name={correctionWords.fixable} value={fixable + untidy} onOpen={onCells} />
      )}
      {fixed > 0 && <Fact name={correctionWords.fixed} value={fixed} onOpen={onCells} />}
      <Fact name={cleanWords.empty} value={preflight.empty} />
      <Fact name={cleanWords.typos} value={preflight.typos} onOpen={props.onTypos} />
      {corrected > 0 && <Fact name={correctionWords.corrected} value={corrected} onOpen={props.onTypos} />}
      <Fact name={cleanWords.freeProvider} value={preflight.free} onOpen={() => onFlagged("free")} />
      <Fact name={cleanWords.role} value={preflight.role} onOpen={() => onFlagged("role")} />
      <Fact
        name={cleanWords.disposable}
        value={preflight.disposable}
        onOpen={() => onFlagged("disposable")}
      />
    </div>
  );
}
