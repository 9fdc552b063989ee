import { Group, Select, Switch, Text } from "@mantine/core";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { share } from "../../../shared/numbers.ts";
import { cleanWords, DELIMITER_WORDS } from "../../words/clean.ts";
import { questionWords } from "../../words/questions.ts";
import { readingOfRows, readingOfSheet } from "./ReadQuestions.tsx";

/** Encodings to read a list again with; a guess that is not among them is offered too. */
const ENCODINGS: readonly string[] = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "ISO-8859-1",
  "ISO-8859-2",
  "ISO-8859-5",
  "ISO-8859-7",
  "ISO-8859-9",
  "ISO-8859-15",
  "KOI8-R",
  "KOI8-U",
  "macintosh",
  "IBM850",
  "IBM852",
  "IBM866",
  "Shift_JIS",
  "EUC-JP",
  "GB18030",
  "Big5",
  "EUC-KR",
];

function withCurrent(values: readonly string[], current: string): string[] {
  const there = values.some((value) => value.toLowerCase() === current.toLowerCase());
  return there ? [...values] : [current, ...values];
}

/** How the list was read: all of it guessed, all of it changeable. A change reads the list again. */
export function HowRead(props: {
  preflight: Preflight;
  busy: boolean;
  onChange: (patch: ReadOptions) => void;
}) {
  const { preflight, onChange } = props;
  const isSettled = preflight.settled === true;
  const busy = props.busy || isSettled;
  const encodings = withCurrent(ENCODINGS, preflight.encoding);
  const encoding = encodings.find((one) => one.toLowerCase() === preflight.encoding.toLowerCase());
  const delimiters = withCurrent(Object.keys(DELIMITER_WORDS), preflight.delimiter);
  const isText = preflight.kind !== "xlsx" && preflight.sheets.length === 0;
  const isAsked = preflight.questions?.some(({ kind }) => kind === "results") === true;
  return (
    <Group gap="sm" align="end" role="group" aria-label={cleanWords.howRead}>
      <Select
        label={cleanWords.column}
        placeholder={cleanWords.columnChoose}
        data={preflight.columns.map((column) => ({
          value: String(column.index),
          label:
            column.addressShare > 0
              ? cleanWords.columnShare(column.name, share(column.addressShare))
              : column.name,
        }))}
        value={preflight.addressColumn === null ? null : String(preflight.addressColumn)}
        onChange={(value) => value !== null && onChange({ column: Number(value) })}
        disabled={busy}
        allowDeselect={false}
        searchable={preflight.columns.length > 12}
        w={270}
      />
      {isText && (
        <Select
          label={
            preflight.encodingGuessed ? `${cleanWords.encoding} (${cleanWords.guessed})` : cleanWords.encoding
          }
          data={encodings}
          value={encoding ?? null}
          onChange={(value) => value !== null && onChange({ encoding: value })}
          disabled={busy}
          allowDeselect={false}
          searchable
          w={170}
        />
      )}
      {isText && (
        <Select
          label={cleanWords.delimiter}
          data={delimiters.map((value) => ({ value, label: DELIMITER_WORDS[value] ?? `“${value}”` }))}
          value={preflight.delimiter}
          onChange={(value) => value !== null && onChange({ delimiter: value })}
          disabled={busy}
          allowDeselect={false}
          w={130}
        />
      )}
      {preflight.rowsAre !== undefined && (
        <Select
          label={questionWords.rowsLabel}
          data={(["lines", "addresses"] as const).map((value) => ({
            value,
            label: questionWords.rowsAnswers[value],
          }))}
          value={preflight.rowsAre}
          onChange={(value) =>
            value !== null && onChange(readingOfRows(value === "lines" ? "lines" : "addresses"))
          }
          disabled={busy}
          allowDeselect={false}
          w={230}
        />
      )}
      {preflight.sheets.length > 0 && (
        <Select
          label={cleanWords.sheet}
          data={[...new Set(preflight.sheets)]}
          value={preflight.sheet}
          onChange={(value) => value !== null && onChange(readingOfSheet(value))}
          disabled={busy}
          allowDeselect={false}
          w={170}
        />
      )}
      {preflight.mayBeResults === true && !isAsked && (
        <Select
          label={questionWords.resultsLabel}
          data={(["results", "list"] as const).map((value) => ({
            value,
            label: questionWords.resultsAnswers[value],
          }))}
          value={preflight.kind === "results" ? "results" : "list"}
          onChange={(value) =>
            value !== null &&
            onChange({ readAs: value === "results" ? "results" : "list", resultsOf: undefined })
          }
          disabled={busy}
          allowDeselect={false}
          w={230}
        />
      )}
      <Switch
        label={preflight.headerLine == null ? cleanWords.header : cleanWords.headerOn(preflight.headerLine)}
        checked={preflight.hasHeader}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked, headerLine: undefined })}
        disabled={busy}
        mb={7}
      />
      {preflight.inside !== undefined && (
        <Text size="sm" c="dimmed" w="100%">
          {cleanWords.inside(preflight.inside)}
        </Text>
      )}
      {isSettled && (
        <Text size="sm" c="dimmed" w="100%">
          {cleanWords.settled}
        </Text>
      )}
    </Group>
  );
}
