import { Box, Button, Group, Select, type SelectProps } from "@mantine/core";
import { useState } from "react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { distinctlyNamed } from "../../../shared/column-names.ts";
import { ENCODING_NAMES } from "../../../shared/encodings.ts";
import { share } from "../../../shared/numbers.ts";
import { Note } from "../../components/notes.tsx";
import { SwitchField } from "../../components/SwitchField.tsx";
import { cleanWords, DELIMITER_WORDS, readAsWords } from "../../words/clean.ts";
import { questionWords } from "../../words/questions.ts";
import css from "./Decision.module.css";
import { Preview } from "./Preview.tsx";
import { readingOfRows, readingOfSheet } from "./ReadQuestions.tsx";
import { useReadList } from "./read-list-context.tsx";

/** Returns `values`, with the detected one added if it is missing. */
function withCurrent(values: readonly string[], current: string): string[] {
  const there = values.some((value) => value.toLowerCase() === current.toLowerCase());
  return there ? [...values] : [current, ...values];
}

const ROWS = ["lines", "addresses"] as const;
const HIDDEN_ROWS = ["keep", "skip"] as const;
const KINDS = ["results", "list"] as const;

function HowRead() {
  const { preflight, isBusy, isSettled, readAgain } = useReadList();
  const isOff = isBusy || isSettled;
  const encodings = withCurrent(ENCODING_NAMES, preflight.encoding);
  const delimiters = withCurrent(Object.keys(DELIMITER_WORDS), preflight.delimiter);
  const isText = preflight.kind !== "xlsx" && preflight.sheets.length === 0;
  const isAsked = preflight.questions?.some(({ kind }) => kind === "results") === true;
  const choice = (
    w: number,
    own: Pick<SelectProps, "label" | "data" | "value" | "placeholder" | "searchable">,
    onChoose: (value: string) => void,
  ) => <Select {...own} w={w} disabled={isOff} onChange={(value) => value !== null && onChoose(value)} />;
  return (
    <Group gap="sm" align="end" role="group" aria-label={cleanWords.howRead}>
      {choice(
        270,
        {
          label: cleanWords.column,
          placeholder: cleanWords.columnChoose,
          data: distinctlyNamed(preflight.columns).map(({ index, name, addressShare }) => ({
            value: String(index),
            label: addressShare > 0 ? cleanWords.columnShare(name, share(addressShare)) : name,
          })),
          value: preflight.addressColumn === null ? null : String(preflight.addressColumn),
          searchable: preflight.columns.length > 12,
        },
        (value) => readAgain({ column: Number(value) }),
      )}
      {isText &&
        choice(
          170,
          {
            label: preflight.encodingGuessed
              ? `${cleanWords.encoding} (${cleanWords.guessed})`
              : cleanWords.encoding,
            data: encodings,
            value: encodings.find((one) => one.toLowerCase() === preflight.encoding.toLowerCase()) ?? null,
            searchable: true,
          },
          (encoding) => readAgain({ encoding }),
        )}
      {isText &&
        choice(
          130,
          {
            label: cleanWords.delimiter,
            data: delimiters.map((value) => ({ value, label: DELIMITER_WORDS[value] ?? `“${value}”` })),
            value: preflight.delimiter,
          },
          (delimiter) => readAgain({ delimiter }),
        )}
      {preflight.rowsAre !== undefined &&
        choice(
          230,
          {
            label: questionWords.rowsLabel,
            data: ROWS.map((value) => ({ value, label: questionWords.rowsAnswers[value] })),
            value: preflight.rowsAre,
          },
          (value) => readAgain(readingOfRows(value === "lines" ? "lines" : "addresses")),
        )}
      {preflight.sheets.length > 0 &&
        choice(
          170,
          { label: cleanWords.sheet, data: [...new Set(preflight.sheets)], value: preflight.sheet },
          (sheet) => readAgain(readingOfSheet(sheet)),
        )}
      {preflight.hiddenRows?.choice !== undefined &&
        choice(
          190,
          {
            label: questionWords.hiddenRowsLabel,
            data: HIDDEN_ROWS.map((value) => ({ value, label: questionWords.hiddenRowsAnswers[value] })),
            value: preflight.hiddenRows.choice,
          },
          (value) => readAgain({ hiddenRows: value === "skip" ? "skip" : "keep" }),
        )}
      {preflight.mayBeResults === true &&
        !isAsked &&
        choice(
          230,
          {
            label: questionWords.resultsLabel,
            data: KINDS.map((value) => ({ value, label: questionWords.resultsAnswers[value] })),
            value: preflight.kind === "results" ? "results" : "list",
          },
          (value) => readAgain({ readAs: value === "results" ? "results" : "list", resultsOf: undefined }),
        )}
      <SwitchField
        label={preflight.headerLine == null ? cleanWords.header : cleanWords.headerOn(preflight.headerLine)}
        checked={preflight.hasHeader}
        onCheck={(hasHeader) => readAgain({ hasHeader, headerLine: undefined })}
        disabled={isOff}
        mb={7}
      />
      {[preflight.inside && cleanWords.inside(preflight.inside), isSettled && cleanWords.settled].map(
        (said) =>
          said && (
            <Note key={said} w="100%">
              {said}
            </Note>
          ),
      )}
    </Group>
  );
}

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
export function ReadAs() {
  const { preflight, isAlone } = useReadList();
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
          <HowRead />
        </div>
      )}
      {(isAlone || isOpen || column === undefined) && <Preview />}
    </Box>
  );
}
