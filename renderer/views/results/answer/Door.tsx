import { Button, UnstyledButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { DoorCount } from "../../../../shared/bridge/answer.ts";
import type { Door as DoorName } from "../../../../shared/doors.ts";
import type { Verdict } from "../../../../shared/verdicts.ts";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { count } from "../../../format/numbers.ts";
import { answerWords } from "../../../words/answer.ts";
import css from "./Door.module.css";

/** The symbol of a door is that of what is behind it foremost. */
const SYMBOLS: Record<DoorName, Verdict | "none"> = {
  safe: "deliverable",
  risky: "accept_all",
  do_not_send: "undeliverable",
  not_verified: "none",
};

/** What is behind one door: a click shows its rows, its own button writes its file. */
export function Door(props: {
  door: DoorName;
  name: string;
  behind: DoorCount;
  /** Its rows, and what they are. */
  detail: string;
  isOpen: boolean;
  onOpen: () => void;
  onExport: () => void;
}) {
  const { door, name, behind, detail, isOpen } = props;
  return (
    <li className={css.door} data-door={door} data-open={isOpen || undefined}>
      <UnstyledButton className={css.open} aria-pressed={isOpen} onClick={props.onOpen}>
        <span className={css.title}>
          <VerdictSymbol verdict={SYMBOLS[door]} />
          {name}
        </span>{" "}
        <span className={css.number}>
          {count(behind.addresses)}{" "}
          <span className={css.unit}>{answerWords.addresses(behind.addresses)}</span>
        </span>{" "}
        <span className={`cut ${css.detail}`}>{detail}</span>
      </UnstyledButton>
      <Button
        className={css.export}
        variant={door === "safe" && behind.written > 0 ? "filled" : "default"}
        aria-label={answerWords.exportDoor(name)}
        disabled={behind.written === 0}
        onClick={props.onExport}
      >
        <IconDownload size={16} aria-hidden="true" />
        <span className={css.word}>{answerWords.export}</span>
      </Button>
    </li>
  );
}
