import { Button, Group, Modal, Progress, Select, Stack, Switch, Text } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useApp, useDesk } from "../../stores/winnow.tsx";
import { DELIMITER_WORDS } from "../../words/clean.ts";
import { exportWords, presetWords, resultsWords } from "../../words/results.ts";
import { ExportChoices } from "./ExportChoices.tsx";
import { ExportColumnsChoice } from "./ExportColumnsChoice.tsx";
import css from "./ExportDialog.module.css";
import { ExportEncoding } from "./ExportEncoding.tsx";
import { ExportOutcomeNote } from "./ExportOutcomeNote.tsx";
import { ALL_COLUMNS, columnsToWrite, type ExportColumns } from "./export-columns.ts";
import { DELIMITERS, type Delimiter, type FormatName, formatOf } from "./export-format.ts";
import { LeftOutNote } from "./LeftOutNote.tsx";
import { exportName, PRESETS } from "./presets.ts";
import { SavedPresets } from "./SavedPresets.tsx";
import { type Choice, formOf, intentOfChoice, ownOf, savedChoice, savedOf } from "./saved-presets.ts";
import { useExport } from "./useExport.ts";
import { useExportCount } from "./useExportCount.ts";
import { LIST_ORDER, type ViewState } from "./view-state.ts";

interface Props {
  opened: boolean;
  cleaning: Cleaning;
  view: ViewState;
  /** The list's own columns. */
  columns: readonly string[];
  /** Of those the ones that the table shows, in its order. */
  shownColumns: readonly number[];
  /** Addresses of the list whose correction was accepted. */
  corrections: number;
  onClose: () => void;
}

type Counted = CallOutput<"exports.count">;

const FORMATS: readonly FormatName[] = ["exact", "excel", "xlsx"];

/** Whether it makes a difference to leave out those on a suppression list. */
function mayHoldSuppressed({ leftOut, suppressed = 0, leavesOutSuppressed }: Counted): boolean {
  return leavesOutSuppressed ? (leftOut.suppressed ?? 0) > 0 : suppressed > 0;
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
  const [chosen, setChosen] = useState<ExportColumns>(ALL_COLUMNS);
  const [readAs, setReadAs] = useState<string | null>(null);
  /** Null: as the cleaning was started. */
  const [leaveOut, setLeaveOut] = useState<boolean | null>(null);
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
  const filter = useMemo(
    () => (leaveOut === null ? intent.filter : { ...intent.filter, leaveOutSuppressed: leaveOut }),
    [intent.filter, leaveOut],
  );
  const { account, problem } = useExportCount(opened, cleaning.id, filter);
  const rows = account?.rows ?? null;

  const reset = exporting.reset;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog begins anew each time it opens
  useEffect(() => {
    if (!opened) return;
    reset();
    setPreset(filtered ? "screen" : "recommended");
    setFormat("exact");
    setWithVerdicts(false);
    setChosen(ALL_COLUMNS);
    setReadAs(null);
    setLeaveOut(null);
  }, [opened]);
  useEffect(() => setWithVerdicts(intent.withVerdicts), [intent.withVerdicts]);

  const columns = columnsToWrite(chosen, props.shownColumns, props.columns.length);
  const ready = Boolean(rows) && columns?.length !== 0;

  const write = (replace: boolean, encoding = readAs) =>
    exporting.write(
      {
        cleaningId: cleaning.id,
        filter,
        sort: intent.asSorted ? view.sort : LIST_ORDER,
        format: formatOf(format, delimiter, guard),
        withVerdicts,
        columns,
        split: intent.split,
        ...(encoding === null ? {} : { readAs: encoding }),
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
          <ExportChoices
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
          <ExportChoices
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
            {(leaveOut !== null || (account !== null && mayHoldSuppressed(account))) && (
              <Switch
                label={exportWords.leaveOutSuppressed}
                checked={leaveOut ?? account?.leavesOutSuppressed ?? true}
                onChange={(event) => setLeaveOut(event.currentTarget.checked)}
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
          <ExportColumnsChoice
            names={props.columns}
            shown={props.shownColumns}
            value={chosen}
            rewritten={format === "exact" && columns !== null}
            onChange={setChosen}
          />
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
          {account && <LeftOutNote account={account} />}
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
              {shown.code === "export_encoding_unclear" && (
                <ExportEncoding
                  listId={cleaning.listId}
                  busy={exporting.busy}
                  onEncoding={(encoding) => {
                    setReadAs(encoding);
                    void write(false, encoding);
                  }}
                />
              )}
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
              data-disabled={ready ? undefined : true}
              aria-disabled={!ready}
              loading={exporting.busy}
              onClick={() => ready && void write(false)}
            >
              {rows === null ? exportWords.counting : exportWords.write(rows)}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
