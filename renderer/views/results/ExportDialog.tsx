import {
  Button,
  Group,
  Modal,
  Progress,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useApp, useDesk, useWinnow } from "../../stores/winnow.tsx";
import { DELIMITER_WORDS } from "../../words/clean.ts";
import { exportWords, presetWords, resultsWords } from "../../words/results.ts";
import css from "./ExportDialog.module.css";
import { ExportOutcomeNote } from "./ExportOutcomeNote.tsx";
import { DELIMITERS, type Delimiter, type FormatName, formatOf } from "./export-format.ts";
import { exportName, PRESETS } from "./presets.ts";
import { SavedPresets } from "./SavedPresets.tsx";
import { type Choice, formOf, intentOfChoice, ownOf, savedChoice, savedOf } from "./saved-presets.ts";
import { useExport } from "./useExport.ts";
import { LIST_ORDER, type ViewState } from "./view-state.ts";

interface Props {
  opened: boolean;
  cleaning: Cleaning;
  view: ViewState;
  /** Addresses of the list whose correction was accepted. */
  corrections: number;
  onClose: () => void;
}

const FORMATS: readonly FormatName[] = ["exact", "excel", "xlsx"];

/** How many rows an intent writes: asked anew whenever it changes. */
function useCount(active: boolean, cleaningId: string, filter: ViewState["filter"]) {
  const { bridge } = useWinnow();
  const [rows, setRows] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!active) return;
    let current = true;
    setRows(null);
    void bridge.call("exports.count", { cleaningId, filter }).then((counted) => {
      if (!current) return;
      setRows(counted.ok ? counted.value.rows : null);
      setProblem(counted.ok ? null : counted.problem);
    });
    return () => {
      current = false;
    };
  }, [bridge, active, cleaningId, filter]);
  return { rows, problem };
}

function Choices<T extends string>(props: {
  label: string;
  columns: number;
  value: T;
  choices: readonly { value: T; name: string; help: string }[];
  onChange: (value: T) => void;
}) {
  return (
    <Radio.Group
      label={props.label}
      value={props.value}
      onChange={(value) => {
        const choice = props.choices.find((one) => one.value === value);
        if (choice) props.onChange(choice.value);
      }}
    >
      <SimpleGrid cols={{ base: 1, sm: props.columns }} spacing="xs" mt={6}>
        {props.choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            label={choice.name}
            description={choice.help}
            className={css.choice}
          />
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

/** The way out: what to write by intent, in which format, and how many rows that will be. */
export function ExportDialog(props: Props) {
  const { opened, cleaning, view } = props;
  const filtered = Object.keys(view.filter).length > 0;
  const [preset, setPreset] = useState<Choice>("recommended");
  const [format, setFormat] = useState<FormatName>("exact");
  const [delimiter, setDelimiter] = useState<Delimiter>(",");
  const [withVerdicts, setWithVerdicts] = useState(false);
  const [guard, setGuard] = useState(true);
  const exporting = useExport();
  const progress = useDesk((state) => state.exports[cleaning.id]);

  const saved = useApp((state) => state.settings.exportPresets);
  const intent = useMemo(() => intentOfChoice(preset, saved, view.filter), [preset, saved, view.filter]);
  const choose = (next: Choice) => {
    setPreset(next);
    const own = savedOf(next, saved);
    if (!own) return;
    const form = formOf(own);
    setFormat(form.format);
    setDelimiter(form.delimiter);
    setGuard(form.guard);
  };
  const { rows, problem } = useCount(opened, cleaning.id, intent.filter);

  const reset = exporting.reset;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog begins anew each time it opens
  useEffect(() => {
    if (!opened) return;
    reset();
    setPreset(filtered ? "screen" : "recommended");
    setFormat("exact");
    setWithVerdicts(false);
  }, [opened]);
  useEffect(() => setWithVerdicts(intent.withVerdicts), [intent.withVerdicts]);

  const write = (replace: boolean) =>
    exporting.write(
      {
        cleaningId: cleaning.id,
        filter: intent.filter,
        sort: intent.asSorted ? view.sort : LIST_ORDER,
        format: formatOf(format, delimiter, guard),
        withVerdicts,
        split: intent.split,
      },
      exportName(
        cleaning.name,
        intent.split === "per_verdict" ? "per_verdict" : ownOf(preset),
        format === "xlsx" ? "xlsx" : "csv",
      ),
      replace,
    );
  const shown = exporting.problem ?? problem;
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={`${exportWords.title}: ${cleaning.name}`}
      size="xl"
      closeOnClickOutside={!exporting.busy}
    >
      {exporting.outcome ? (
        <ExportOutcomeNote outcome={exporting.outcome} onDone={props.onClose} />
      ) : (
        <Stack>
          <Choices
            label={exportWords.what}
            columns={2}
            value={preset}
            onChange={choose}
            choices={[
              ...PRESETS.map((one) => ({
                value: one as Choice,
                name: exportWords[one],
                help: exportWords[`${one}Help`],
              })),
              ...saved.map(({ name }) => ({ value: savedChoice(name), name, help: presetWords.help })),
            ]}
          />
          <Choices
            label={exportWords.format}
            columns={3}
            value={format}
            onChange={setFormat}
            choices={FORMATS.map((one) => ({
              value: one,
              name: exportWords[one],
              help: exportWords[`${one}Help`],
            }))}
          />
          <Group gap="lg" align="end">
            <Switch
              label={exportWords.withVerdicts}
              checked={withVerdicts}
              onChange={(event) => setWithVerdicts(event.currentTarget.checked)}
            />
            {format !== "exact" && (
              <Switch
                label={exportWords.guard}
                title={exportWords.guardHelp}
                checked={guard}
                onChange={(event) => setGuard(event.currentTarget.checked)}
              />
            )}
            {format === "excel" && (
              <Select
                size="xs"
                w={130}
                label={exportWords.delimiter}
                data={DELIMITERS.map((value) => ({ value, label: DELIMITER_WORDS[value] ?? value }))}
                value={delimiter}
                onChange={(value) => setDelimiter(DELIMITERS.find((one) => one === value) ?? ",")}
                allowDeselect={false}
              />
            )}
          </Group>
          {intent.filter.applyOverrides && (
            <Text size="sm" c="dimmed">
              {exportWords.overrides}
            </Text>
          )}
          {props.corrections > 0 && (
            <Text size="sm" c="dimmed">
              {exportWords.corrections(props.corrections)}
            </Text>
          )}
          <SavedPresets
            current={{
              filter: intent.filter,
              format: formatOf(format, delimiter, guard),
              withVerdicts,
              split: intent.split,
            }}
            onSaved={(name) => setPreset(savedChoice(name))}
          />
          {shown && (
            <ProblemNote problem={shown}>
              {shown.code === "out_exists" && (
                <Button size="xs" onClick={() => void write(true)}>
                  {exportWords.replace}
                </Button>
              )}
            </ProblemNote>
          )}
          {exporting.busy && progress && (
            <Stack gap={4}>
              <Progress value={(progress.written / Math.max(1, progress.total)) * 100} />
              <Text size="sm" className="num">
                {resultsWords.of(progress.written, progress.total)}
              </Text>
            </Stack>
          )}
          <Group justify="flex-end" className={css.foot}>
            <Button
              variant="default"
              onClick={() => (exporting.busy ? exporting.stop(cleaning.id) : props.onClose())}
            >
              {exporting.busy ? exportWords.stop : resultsWords.cancel}
            </Button>
            <Button
              // Not disabled while the rows are counted: it could not take the focus that it is given.
              data-autofocus
              data-disabled={rows ? undefined : true}
              aria-disabled={!rows}
              loading={exporting.busy}
              onClick={() => rows && void write(false)}
            >
              {rows === null ? exportWords.counting : exportWords.write(rows)}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
