import { Box, Button } from "@mantine/core";
import { useState } from "react";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { share } from "../../../shared/numbers.ts";
import { cleanWords, DELIMITER_WORDS, readAsWords } from "../../words/clean.ts";
import { questionWords } from "../../words/questions.ts";
import css from "./Decision.module.css";
import { HowRead } from "./HowRead.tsx";
import { Preview } from "./Preview.tsx";

function sentenceOf(preflight: Preflight): string {
  const { columns, addressColumn, encoding, delimiter, sheet, sheets, hasHeader, headerLine } = preflight;
  const part = columns.find(({ index }) => index === addressColumn)?.addressShare ?? 0;
  const isText = preflight.kind !== "xlsx" && sheets.length === 0;
  const details = [
    sheet !== null && sheets.length > 0 ? readAsWords.sheet(sheet) : null,
    isText && columns.length > 1 ? (DELIMITER_WORDS[delimiter] ?? `“${delimiter}”`) : null,
    isText ? (preflight.encodingGuessed ? readAsWords.guessed(encoding) : encoding) : null,
    hasHeader
      ? headerLine == null
        ? cleanWords.header
        : cleanWords.headerOn(headerLine)
      : readAsWords.noHeader,
    preflight.rowsAre === "addresses" ? questionWords.rowsAnswers.addresses : null,
  ];
  const said = details.filter((one) => one !== null).join(" · ");
  return `${readAsWords.hold(part === 1 ? null : share(part))} ${said}.`;
}

/** Shows the address column, the reading and the first rows; the options are behind a button. */
export function ReadAs(props: {
  preflight: Preflight;
  busy: boolean;
  /** `true` to show the first rows even while the options are closed. */
  showsRows: boolean;
  onChange: (patch: ReadOptions) => void;
}) {
  const { preflight, busy, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const column = preflight.columns.find(({ index }) => index === preflight.addressColumn);
  return (
    <Box role="group" className={css.card} aria-label={cleanWords.howRead}>
      <div className={css.head}>
        <div>
          <strong>{column ? readAsWords.addressesIn(column.name) : cleanWords.preview}</strong>{" "}
          {column && <span className="quiet">{sentenceOf(preflight)}</span>}
        </div>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? readAsWords.done : readAsWords.change}
        </Button>
      </div>
      {isOpen && (
        <div className={css.head}>
          <HowRead preflight={preflight} busy={busy} onChange={onChange} />
        </div>
      )}
      {(props.showsRows || isOpen || column === undefined) && (
        <Preview preflight={preflight} onColumn={(chosen) => onChange({ column: chosen })} />
      )}
    </Box>
  );
}
