import { Box, Group, Input, Radio, SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { ColumnChecklist } from "../../../components/ColumnChecklist.tsx";
import { SwitchField } from "../../../components/SwitchField.tsx";
import { useCall } from "../../../stores/query.ts";
import { DELIMITER_WORDS } from "../../../words/clean.ts";
import { convertedWords, exportWords } from "../../../words/results.ts";
import { columnWords } from "../../../words/table.ts";
import { EncodingChoices } from "../../clean/ReadQuestions.tsx";
import { useResults } from "../results-context.tsx";
import css from "./ExportDialog.module.css";
import {
  ALL_COLUMNS,
  type Choice,
  DELIMITERS,
  type ExportChoices,
  type ExportColumns,
  type FormatName,
  type Intent,
  mayHoldDropped,
  mayHoldEmpty,
  mayHoldSuppressed,
  withChosen,
  writesAddresses,
} from "./export-choices.ts";
import type { Offered } from "./saved-presets.ts";

/** Presets with their row counts. Those not in `main` are in a disclosure, open while it holds the chosen one. */
export function ExportPresets(props: {
  offered: readonly Offered[];
  main: readonly Choice[];
  value: Choice;
  /** Returns the number of rows that a filter writes; `null` while counting. */
  counted: (filter: ExportFilter) => number | null;
  onChange: (value: Choice) => void;
}) {
  const { offered, main, value, counted } = props;
  const radio = ({ choice, name, help, filter }: Offered) => {
    const rows = counted(filter);
    return (
      <Radio
        key={choice}
        value={choice}
        label={
          <Group component="span" justify="space-between" gap="0 var(--w-space-8)">
            <span>{name}</span>{" "}
            <span className="num quiet">
              {rows === null ? "" : exportWords.amount(rows, writesAddresses(filter))}
            </span>
          </Group>
        }
        description={help}
        className={css.choice}
      />
    );
  };
  return (
    <Radio.Group<Choice> label={exportWords.what} value={value} onChange={props.onChange}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" my={6}>
        {main.flatMap((one) => offered.filter(({ choice }) => choice === one)).map(radio)}
      </SimpleGrid>
      <details open={!main.includes(value)}>
        <Text component="summary" size="sm">
          {exportWords.more}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" mt={6}>
          {offered.filter(({ choice }) => !main.includes(choice)).map(radio)}
        </SimpleGrid>
      </details>
    </Radio.Group>
  );
}

const FORMATS: readonly FormatName[] = ["exact", "excel", "xlsx"];

export function ExportFormat(props: { value: FormatName; onChange: (value: FormatName) => void }) {
  const { value } = props;
  const { converted = false } = useResults().summary;
  const words = converted ? { ...exportWords, ...convertedWords } : exportWords;
  return (
    <Input.Wrapper label={exportWords.format} labelElement="div">
      <Group gap="xs">
        <SegmentedControl<FormatName>
          aria-label={exportWords.format}
          size="xs"
          value={value}
          data={FORMATS.map((one) => ({ value: one, label: words[one] }))}
          onChange={props.onChange}
        />
        <Text size="xs" c="dimmed">
          {words[`${value}Help`]}
        </Text>
      </Group>
    </Input.Wrapper>
  );
}

interface Props {
  /** Indexes of the list's own columns shown in the table, in table order. */
  shown: readonly number[];
  value: ExportColumns;
  /** Cells are re-encoded instead of copied. */
  rewritten: boolean;
  onChange: (value: ExportColumns) => void;
}

/** Column checklist: initially chosen columns first, in their order, then the others in list order. */
function ChosenColumns(props: { chosen: readonly number[]; onChange: (columns: readonly number[]) => void }) {
  const { chosen, onChange } = props;
  const { columnNames: names } = useResults();
  const [order] = useState(() => [...new Set([...chosen, ...names.keys()])]);
  const written = new Set(chosen);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => void whole.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <Input.Wrapper
      ref={whole}
      label={exportWords.columnsNamed}
      labelElement="div"
      error={chosen.length === 0 ? exportWords.columnsNone : null}
    >
      <Box role="group" aria-label={exportWords.columnsNamed} className={css.chosen}>
        <ColumnChecklist
          columns={order.map((index) => ({
            key: index,
            name: names[index] ?? "",
            isChecked: written.has(index),
          }))}
          maxHeight={224}
          checkboxLabel={exportWords.writeColumn}
          allLabel={(found) => (found === null ? columnWords.selectAll : columnWords.selectFound(found))}
          noneLabel={(found) => (found === null ? columnWords.selectNone : columnWords.deselectFound(found))}
          onCheck={(column, isWritten) => onChange(withChosen(chosen, [column], isWritten, order))}
          onCheckAll={(columns, isWritten) => onChange(withChosen(chosen, columns, isWritten, order))}
        />
      </Box>
    </Input.Wrapper>
  );
}

export function ExportColumnsChoice(props: Props) {
  const { shown, value } = props;
  const { columnNames } = useResults();
  return (
    <Stack gap={6}>
      <Input.Wrapper label={exportWords.columns} labelElement="div">
        <div>
          <SegmentedControl
            aria-label={exportWords.columns}
            size="xs"
            value={value.kind}
            data={[
              { value: "all", label: exportWords.columnsAll(columnNames.length) },
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
        <ChosenColumns
          chosen={value.columns}
          onChange={(columns) => props.onChange({ kind: "chosen", columns })}
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

export function ExportSwitches(props: {
  choices: ExportChoices;
  intent: Intent;
  account: CallOutput<"exports.count"> | null;
  onChange: (choices: Partial<ExportChoices>) => void;
}) {
  const { choices, intent, account, onChange } = props;
  const { format, leaveOutSuppressed, leaveOutDropped } = choices;
  const keepEmpty = choices.keepEmpty ?? intent.filter.keepEmpty === true;
  return (
    <Group gap="lg" align="end">
      <SwitchField
        label={exportWords.withVerdicts}
        checked={choices.withVerdicts}
        onCheck={(withVerdicts) => onChange({ withVerdicts })}
      />
      {format !== "exact" && (
        <SwitchField
          label={exportWords.guard}
          title={exportWords.guardHelp}
          checked={choices.guard}
          onCheck={(guard) => onChange({ guard })}
        />
      )}
      {(leaveOutSuppressed !== null || (account !== null && mayHoldSuppressed(account))) && (
        <SwitchField
          label={exportWords.leaveOutSuppressed}
          checked={leaveOutSuppressed ?? account?.leavesOutSuppressed ?? true}
          onCheck={(leaveOutSuppressed) => onChange({ leaveOutSuppressed })}
        />
      )}
      {account !== null && mayHoldDropped(intent, account) && (
        <SwitchField
          label={exportWords.leaveOutDropped}
          checked={leaveOutDropped ?? intent.filter.leaveOutMarked === "drop"}
          onCheck={(leaveOutDropped) => onChange({ leaveOutDropped })}
        />
      )}
      {account !== null && mayHoldEmpty(intent, account, keepEmpty) && (
        <SwitchField
          label={exportWords.keepEmpty}
          checked={keepEmpty}
          onCheck={(keepEmpty) => onChange({ keepEmpty })}
        />
      )}
      {format === "excel" && (
        <Select
          size="xs"
          w={130}
          label={exportWords.delimiter}
          data={DELIMITERS.map((value) => ({ value, label: DELIMITER_WORDS[value] ?? value }))}
          value={choices.delimiter}
          onChange={(delimiter) => onChange({ delimiter: delimiter ?? "," })}
        />
      )}
    </Group>
  );
}

/** Asks for the list's encoding, which a re-encoding export needs. */
export function ExportEncoding(props: { busy: boolean; onEncoding: (encoding: string) => void }) {
  const { listId } = useResults().cleaning;
  const { value } = useCall("lists.preflight", { listId });
  const question = value?.questions?.find((one) => one.kind === "encoding");
  return (
    <EncodingChoices
      alternatives={question?.alternatives ?? []}
      busy={props.busy}
      onEncoding={props.onEncoding}
    />
  );
}
