import { Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { isMixed, type Mapping, MEANINGS, type Meaning } from "../../../shared/mapping.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useCall } from "../../stores/reading.ts";
import { mapWords, meaningWords } from "../../words/mapping.ts";

export function MapDialog(props: {
  preflight: Preflight;
  onMapped: (mapping: Mapping) => Promise<Problem | null>;
  onClose: () => void;
}) {
  const { preflight, onMapped, onClose } = props;
  const [address, setAddress] = useState<number | null>(preflight.addressColumn);
  const columns = preflight.columns.filter(({ index }) => index !== address);
  const [column, setColumn] = useState<number | null>(null);
  const [date, setDate] = useState<string | null>(null);
  const [name, setName] = useState(preflight.name.replace(/\.\w{1,5}$/, ""));
  const [said, setSaid] = useState<Readonly<Record<string, Meaning | null>>>({});
  const asked = column === null ? null : { listId: preflight.listId, column };
  const { value, problem } = useCall("lists.words", asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said is of another column's words
  useEffect(() => setSaid({}), [column]);
  const meaningOf = (word: string, proposed: Meaning | null) =>
    word in said ? (said[word] ?? null) : proposed;
  const words = Object.fromEntries(
    (value?.words ?? []).flatMap(({ word, proposed }) => {
      const meaning = meaningOf(word, proposed);
      return meaning === null ? [] : [[word, meaning]];
    }),
  );
  const mixed = isMixed({ words });
  const isReady =
    !mixed &&
    address !== null &&
    column !== null &&
    column !== address &&
    name.trim() !== "" &&
    Object.values(words).some((one) => one !== "nothing");
  const nameOf = (wanted: number | null) =>
    preflight.columns.find(({ index }) => index === wanted)?.name ?? "";
  const take = async () => {
    const mapping: Mapping = {
      name: name.trim(),
      column: nameOf(column),
      address: nameOf(address),
      ...(date === null ? {} : { date }),
      words,
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
          allowDeselect={false}
          data={preflight.columns.map(({ index, name: label }) => ({ value: String(index), label }))}
          value={address === null ? null : String(address)}
          onChange={(chosen) => setAddress(chosen === null ? null : Number(chosen))}
        />
        <TextInput
          label={mapWords.name}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Group>
      <Group grow align="end">
        <Select
          data-autofocus
          label={mapWords.column}
          placeholder={mapWords.choose}
          data={columns.map(({ index, name: label }) => ({ value: String(index), label }))}
          value={column === null ? null : String(column)}
          onChange={(chosen) => setColumn(chosen === null ? null : Number(chosen))}
        />
        <Select
          label={mapWords.date}
          placeholder={mapWords.none}
          clearable
          data={[...new Set(columns.map(({ name: label }) => label))]}
          value={date}
          onChange={setDate}
        />
      </Group>
      {problem && <ProblemNote problem={problem} />}
      <Stack gap="xs">
        {value?.words.map(({ word, rows, proposed }) => (
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
              onChange={(chosen) =>
                setSaid({ ...said, [word]: MEANINGS.find((one) => one === chosen) ?? null })
              }
            />
          </Group>
        ))}
      </Stack>
      {mixed && (
        <Text size="sm" role="alert">
          {mapWords.mixed}
        </Text>
      )}
      {value !== null && value.beyond > 0 && <Text size="sm">{mapWords.beyond(value.beyond)}</Text>}
    </FormDialog>
  );
}
