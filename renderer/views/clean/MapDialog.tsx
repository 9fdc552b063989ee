import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { SENT_LIST } from "../../../shared/bridge/constants.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import {
  hasMailOutcomes,
  isMixed,
  type Mapping,
  MEANINGS,
  type Meaning,
  sourceOfMapping,
} from "../../../shared/mapping.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { ProblemNote } from "../../components/notes.tsx";
import { useCall } from "../../stores/query.ts";
import { useApp } from "../../stores/winnow.tsx";
import { mapWords, meaningWords } from "../../words/questions.ts";
import { useReadList } from "./read-list-context.tsx";

/** The choices in the dialog. Columns of the file are given by index, the date column by name. */
interface MappingDraft {
  readonly address: number | null;
  readonly column: number | null;
  readonly date: string | null;
  readonly name: string;
  /** Chosen meanings by value; others have the proposed one. */
  readonly chosen: Readonly<Record<string, Meaning | null>>;
}

function createDraft({ addressColumn, columns, name }: Preflight, proposed: Mapping | null): MappingDraft {
  const others = columns.filter(({ index }) => index !== addressColumn);
  return {
    address: addressColumn,
    column: others.find((one) => one.name === proposed?.columns[0]?.column)?.index ?? null,
    date: others.find((one) => one.name === proposed?.date)?.name ?? null,
    name: name.replace(/\.\w{1,5}$/, ""),
    chosen: {},
  };
}

interface MapDialogProps {
  readonly draft: MappingDraft;
  readonly onDraft: (draft: MappingDraft) => void;
  readonly onMapped: (mapping: Mapping) => Promise<Problem | null>;
  readonly onClose: () => void;
}

function MapDialog({ draft, onDraft, onMapped, onClose }: MapDialogProps) {
  const { preflight } = useReadList();
  const { address, column, date, name } = draft;
  const change = (next: Partial<MappingDraft>) => onDraft({ ...draft, ...next });
  const columns = preflight.columns.filter(({ index }) => index !== address);
  const query = column === null ? null : { listId: preflight.listId, column };
  const { value, problem } = useCall("lists.words", query);
  const meaningOf = (word: string, proposed: Meaning | null) =>
    word in draft.chosen ? (draft.chosen[word] ?? null) : proposed;
  const words = Object.fromEntries(
    (value?.words ?? []).flatMap(({ word, proposed }) => {
      const meaning = meaningOf(word, proposed);
      return meaning === null ? [] : [[word, meaning]];
    }),
  );
  const isReplies = value?.isReplies === true;
  const mixed = isMixed({ columns: [{ column: "", words }] });
  const isReady =
    !mixed &&
    address !== null &&
    column !== null &&
    column !== address &&
    name.trim() !== "" &&
    (isReplies || Object.values(words).some((one) => one !== "nothing"));
  const nameOf = (wanted: number | null) =>
    preflight.columns.find(({ index }) => index === wanted)?.name ?? "";
  const take = async () => {
    const mapping: Mapping = {
      name: name.trim(),
      columns: [
        isReplies ? { column: nameOf(column), read: "reply", words: {} } : { column: nameOf(column), words },
      ],
      address: nameOf(address),
      ...(date === null ? {} : { date }),
    };
    return onMapped(mapping);
  };
  return (
    <FormDialog
      title={mapWords.title}
      act={mapWords.act}
      size="lg"
      isReady={isReady}
      onAct={take}
      onClose={onClose}
    >
      <Text size="sm">{mapWords.help}</Text>
      <Group grow align="end">
        <Select
          label={mapWords.address}
          placeholder={mapWords.choose}
          data={preflight.columns.map(({ index, name: label }) => ({ value: String(index), label }))}
          value={address === null ? null : String(address)}
          onChange={(chosen) => change({ address: chosen === null ? null : Number(chosen) })}
        />
        <TextField
          label={mapWords.name}
          value={name}
          maxLength={100}
          onText={(text) => change({ name: text })}
        />
      </Group>
      <Group grow align="end">
        <Select
          data-autofocus
          label={mapWords.column}
          placeholder={mapWords.choose}
          data={columns.map(({ index, name: label }) => ({ value: String(index), label }))}
          value={column === null ? null : String(column)}
          onChange={(chosen) => change({ column: chosen === null ? null : Number(chosen), chosen: {} })}
        />
        <Select
          label={mapWords.date}
          placeholder={mapWords.none}
          clearable
          data={[...new Set(columns.map(({ name: label }) => label))]}
          value={date}
          onChange={(chosen) => change({ date: chosen })}
        />
      </Group>
      {problem && <ProblemNote problem={problem} />}
      <Stack gap="xs">
        {isReplies && <Text size="sm">{mapWords.replies}</Text>}
        {(isReplies ? [] : (value?.words ?? [])).map(({ word, rows, proposed }) => (
          <Group key={word} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {word}{" "}
              <Text span c="dimmed">
                {count(rows)}
              </Text>
            </Text>
            <Select
              w={220}
              size="xs"
              clearable
              aria-label={mapWords.meaningOf(word)}
              placeholder={mapWords.unsaid}
              data={MEANINGS.map((meaning) => ({ value: meaning, label: meaningWords(meaning) }))}
              value={meaningOf(word, proposed)}
              onChange={(meaning) => change({ chosen: { ...draft.chosen, [word]: meaning } })}
            />
          </Group>
        ))}
      </Stack>
      {mixed && (
        <Text size="sm" role="alert">
          {mapWords.mixed}
        </Text>
      )}
      {value !== null && !isReplies && value.beyond > 0 && (
        <Text size="sm">{mapWords.beyond(value.beyond)}</Text>
      )}
    </FormDialog>
  );
}

/** Returns the key by which the file's mapping is remembered. */
export const headerKey = ({ columns }: Preflight) =>
  columns.map(({ name }) => name.trim().toLowerCase()).join("\n");

/** Offers to import an unknown file with a saved mapping for the same columns, to map it by hand, or to record it as sent. */
export function MapFile() {
  const { preflight, isBusy, importing, readAgain } = useReadList();
  const mappings = useApp((state) => state.settings.mappings);
  const save = useApp((state) => state.save);
  const [isMapping, setMapping] = useState(false);
  const { value: proposal } = useCall(
    "lists.proposeMapping",
    isMapping ? { listId: preflight.listId } : null,
  );
  // Kept while the dialog is closed, so that Escape loses no choices.
  const [draft, setDraft] = useState<MappingDraft | null>(null);
  const header = headerKey(preflight);
  const hasOtherColumns = preflight.hasHeader && preflight.columns.length > 1;
  const before = hasOtherColumns ? mappings.find((one) => one.header === header) : undefined;
  const take = ({ isOfMail, mapped }: (typeof mappings)[number]) =>
    isOfMail
      ? importing.runAs(mapped)
      : readAgain({ readAs: "results", resultsOf: mapped, column: undefined, columnName: undefined });
  return (
    <Group gap="xs">
      {before !== undefined && (
        <Button size="xs" disabled={isBusy} onClick={() => take(before)}>
          {mapWords.again(before.name)}
        </Button>
      )}
      {hasOtherColumns && (
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => setMapping(true)}>
          {mapWords.offer}
        </Button>
      )}
      {preflight.addressColumn !== null && (
        <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => importing.runAs(SENT_LIST)}>
          {mapWords.sent}
        </Button>
      )}
      {isMapping && proposal !== null && (
        <MapDialog
          draft={draft ?? createDraft(preflight, proposal.mapping)}
          onDraft={setDraft}
          onMapped={async (mapping) => {
            const others = mappings.filter((one) => one.header !== header);
            const { name } = mapping;
            const own = {
              header,
              mapped: sourceOfMapping(mapping),
              name,
              isOfMail: hasMailOutcomes(mapping),
            };
            const problem = await save({ mappings: [own, ...others].slice(0, 200) });
            if (problem === null) take(own);
            return problem;
          }}
          onClose={() => setMapping(false)}
        />
      )}
    </Group>
  );
}
