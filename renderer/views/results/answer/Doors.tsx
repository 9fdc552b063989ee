import { Button, UnstyledButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Answer, DoorCount } from "../../../../shared/bridge/answer.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { DOORS, type Door as DoorName } from "../../../../shared/doors.ts";
import { count } from "../../../../shared/numbers.ts";
import type { Verdict } from "../../../../shared/verdicts.ts";
import { VerdictSymbol } from "../../../components/VerdictMark.tsx";
import { answerWords, DOOR_NAMES, doorDetail } from "../../../words/answer.ts";
import css from "./Door.module.css";

/** The symbol of a door is that of what is behind it foremost. */
const SYMBOLS: Record<DoorName, Verdict | "none"> = {
  safe: "deliverable",
  risky: "accept_all",
  do_not_send: "undeliverable",
  not_verified: "none",
};

/** What is behind one door: a click shows its rows, its own button writes its file. */
function Door(props: {
  door: DoorName;
  name: string;
  behind: DoorCount;
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

interface Props {
  answer: Answer;
  cleaning: Cleaning;
  summary: Summary;
  /** The doors whose rows the table shows; absent: all. */
  open: ResultFilter["doors"];
  onFilter: (patch: Partial<ResultFilter>) => void;
  onExport: (door: DoorName) => void;
}

function countOf({ doors, notVerified }: Answer, door: DoorName): DoorCount | null {
  return door === "not_verified" ? notVerified : doors[door];
}

/** What to do with the addresses, each behind one door; the one for those not verified is there only where there are such. */
export function Doors(props: Props) {
  const { answer, cleaning, summary, open } = props;
  const { suppressedRows = 0, classRows, marks } = summary;
  return (
    <ul className={css.doors} aria-label={answerWords.doors}>
      {DOORS.map((door) => {
        const behind = countOf(answer, door);
        if (behind === null) return null;
        const isOpen = open?.length === 1 && open[0] === door;
        return (
          <Door
            key={door}
            door={door}
            name={DOOR_NAMES[door]}
            behind={behind}
            detail={doorDetail(door, behind.rows, {
              acceptAll: answer.acceptAll,
              addresses: behind.addresses,
              invalid: answer.invalid,
              kept: marks.keep > 0,
              suppressed: classRows.suppressed > 0 || (answer.leavesOutSuppressed && suppressedRows > 0),
              dropped: marks.drop > 0,
              unwanted: answer.unwanted?.addresses ?? 0,
              beyondLimit: answer.price.beyondLimit > 0,
              imported: cleaning.state === "imported",
            })}
            isOpen={isOpen}
            onOpen={() => props.onFilter({ doors: isOpen ? undefined : [door] })}
            onExport={() => props.onExport(door)}
          />
        );
      })}
    </ul>
  );
}
