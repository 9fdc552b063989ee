import { Input, MultiSelect, SegmentedControl, Stack, Text } from "@mantine/core";
import { exportWords } from "../../../words/results.ts";
import { ALL_COLUMNS, type ExportColumns } from "./export-columns.ts";

interface Props {
  /** The list's own columns. */
  names: readonly string[];
  /** Of those the ones that the table shows, in its order. */
  shown: readonly number[];
  value: ExportColumns;
  /** The cells are written anew, not copied. */
  rewritten: boolean;
  onChange: (value: ExportColumns) => void;
}

/** All of the list's columns, those that the table shows, or some by name. */
export function ExportColumnsChoice(props: Props) {
  const { names, shown, value } = props;
  return (
    <Stack gap={6}>
      <Input.Wrapper label={exportWords.columns} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={exportWords.columns}
            size="xs"
            value={value.kind}
            data={[
              { value: "all", label: exportWords.columnsAll(names.length) },
              { value: "shown", label: exportWords.columnsShown(shown.length), disabled: shown.length === 0 },
              { value: "chosen", label: exportWords.columnsChosen },
            ]}
            onChange={(kind) => {
              if (kind === "chosen") props.onChange({ kind, columns: shown });
              else props.onChange(kind === "shown" ? { kind } : ALL_COLUMNS);
            }}
          />
        </div>
      </Input.Wrapper>
      {value.kind === "chosen" && (
        <MultiSelect
          size="xs"
          searchable
          clearable
          hidePickedOptions
          label={exportWords.columnsNamed}
          data={names.map((name, index) => ({ value: String(index), label: name }))}
          value={value.columns.map(String)}
          error={value.columns.length === 0 ? exportWords.columnsNone : null}
          onChange={(chosen) => props.onChange({ kind: "chosen", columns: chosen.map(Number) })}
        />
      )}
      {props.rewritten && (
        <Text size="xs" c="dimmed">
          {exportWords.columnsRewritten}
        </Text>
      )}
    </Stack>
  );
}
