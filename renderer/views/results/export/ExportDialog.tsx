import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ExportFilter } from "../../../../shared/bridge/exports.ts";
import { isSimulated } from "../../../../shared/cleaning-state.ts";
import { Note, ProblemNote, SandboxMark } from "../../../components/notes.tsx";
import { SwitchField } from "../../../components/SwitchField.tsx";
import { useApp, useDesk } from "../../../stores/winnow.tsx";
import { commonWords } from "../../../words/common.ts";
import { exportWords, resultsWords } from "../../../words/results.ts";
import { useResults } from "../results-context.tsx";
import { LIST_ORDER } from "../view-state.ts";
import css from "./ExportDialog.module.css";
import {
  ExportColumnsChoice,
  ExportEncoding,
  ExportFormat,
  ExportPresets,
  ExportSwitches,
} from "./ExportFields.tsx";
import { ExportOutcomeNote, LeftOutNote } from "./ExportOutcomeNote.tsx";
import {
  type Choice,
  type ExportChoices as Choices,
  columnsToWrite,
  exportName,
  firstChoices,
  formatOf,
  type Intent,
  intentOf,
  mainPresets,
  mayHoldSuppressed,
  type Preset,
  rowsOf,
  shownListColumns,
  writesAddresses,
} from "./export-choices.ts";
import { SavedPresets } from "./SavedPresets.tsx";
import {
  chosenBy,
  intentOfChoice,
  offeredChoices,
  resolvePresets,
  savedChoice,
  savedColumns,
} from "./saved-presets.ts";
import { useExport, useExportCount, useExportCounts } from "./useExport.ts";

interface Props {
  /** The preset to preselect; `null` for the default. */
  preset: Preset | null;
  onClose: () => void;
}

export function ExportDialog(props: Props) {
  const { cleaning, summary, answer, view, columns: tableColumns, selection } = useResults();
  const { selected } = selection;
  const shownColumns = shownListColumns(tableColumns.shown);
  const onScreen = selected === null ? view.filter : { ...view.filter, selected };
  const exporting = useExport();
  const progress = useDesk((state) => state.exports[exporting.name ?? ""]);

  const allSaved = useApp((state) => state.settings.exportPresets);
  const list = useMemo(
    () => ({ names: summary.columns, address: summary.addressColumn }),
    [summary.columns, summary.addressColumn],
  );
  const saved = useMemo(() => resolvePresets(allSaved, list), [allSaved, list]);
  const [choices, setChoices] = useState(() => {
    const first = firstChoices(onScreen, props.preset);
    return { ...first, ...chosenBy(first.preset, first.preset, saved, list.address) };
  });
  const [main] = useState(() => mainPresets(onScreen, props.preset));
  const change = (next: Partial<Choices>) => setChoices((before) => ({ ...before, ...next }));
  const { preset, format, delimiter, withVerdicts, guard, readAs } = choices;
  const intent = intentOfChoice(preset, saved, onScreen);
  const choose = (next: Choice) => change(chosenBy(next, preset, saved, list.address));
  const filter = rowsOf(intent, choices);
  const { account, problem, again } = useExportCount(cleaning.id, filter);
  const rows = account?.rows ?? null;
  const hasUnverified = answer.value?.notVerified != null;
  const offered = offeredChoices({ saved, onScreen, hasUnverified, choices });
  const counted = useExportCounts(cleaning.id, offered, account);

  useEffect(
    () => setChoices((before) => ({ ...before, withVerdicts: intent.withVerdicts })),
    [intent.withVerdicts],
  );

  const isOutdated = exporting.problem?.code === "export_rows_changed";
  useEffect(() => {
    if (isOutdated) again();
  }, [isOutdated, again]);

  const hasMarks = summary.marks.keep + summary.marks.drop > 0;
  const saysMarks = hasMarks && (intent.filter.segments ?? intent.filter.applyOverrides) !== undefined;

  const columns = columnsToWrite(choices.columns, shownColumns, summary.columns.length);
  const ready = Boolean(rows) && columns?.length !== 0;

  const savedPart = savedColumns(list, filter, columns);

  const risky = intentOf("risky", {});
  const riskyFilter = rowsOf(risky, choices);
  const riskyRows = preset === "safe" ? (counted(riskyFilter) ?? 0) : 0;
  const writesRisky = choices.alsoRisky && riskyRows > 0;

  const createRequest = (
    part: Intent,
    filter: ExportFilter,
    shown: number | null,
    encoding: string | null,
  ) => ({
    name: exportName(cleaning.name, part, format === "xlsx" ? "xlsx" : "csv"),
    request: {
      cleaningId: cleaning.id,
      filter,
      sort: part.asSorted ? view.sort : LIST_ORDER,
      format: formatOf(format, delimiter, guard),
      withVerdicts,
      columns,
      split: part.split,
      part: part.part,
      ...(shown === null ? {} : { shown }),
      ...(encoding === null ? {} : { readAs: encoding }),
    },
  });
  const write = (replace: boolean, encoding = readAs) =>
    exporting.write(
      [
        createRequest(intent, filter, rows, encoding),
        ...(writesRisky ? [createRequest(risky, riskyFilter, riskyRows, encoding)] : []),
      ],
      replace,
    );
  const shown = exporting.problem ?? problem;
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== null) note.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={`${exportWords.title}: ${cleaning.name}`}
      size="xl"
      className={css.dialog}
      closeOnClickOutside={!exporting.busy}
    >
      {exporting.outcomes.length > 0 ? (
        <ExportOutcomeNote outcomes={exporting.outcomes} problem={exporting.problem} onDone={props.onClose} />
      ) : (
        <Stack>
          {isSimulated(cleaning) && (
            <Group gap="xs">
              <SandboxMark />
              <Text size="sm">{exportWords.sandbox}</Text>
            </Group>
          )}
          <ExportPresets offered={offered} main={main} value={preset} counted={counted} onChange={choose} />
          {riskyRows > 0 && (
            <SwitchField
              label={exportWords.alsoRisky(riskyRows)}
              checked={choices.alsoRisky}
              onCheck={(alsoRisky) => change({ alsoRisky })}
            />
          )}
          <ExportFormat value={format} onChange={(next) => change({ format: next })} />
          <ExportSwitches choices={choices} intent={intent} account={account} onChange={change} />
          <ExportColumnsChoice
            key={preset}
            shown={shownColumns}
            value={choices.columns}
            rewritten={format === "exact" && columns !== null && summary.converted !== true}
            onChange={(columns) => change({ columns })}
          />
          {saysMarks && (
            <Note>
              {exportWords.marks(
                account !== null && mayHoldSuppressed(account) && account.leavesOutSuppressed,
              )}
            </Note>
          )}
          {account?.corrected !== undefined && <Note>{exportWords.corrections(account.corrected)}</Note>}
          {account && !writesRisky && <LeftOutNote account={account} />}
          <SavedPresets
            current={
              savedPart && {
                ...savedPart,
                format: formatOf(format, delimiter, guard),
                withVerdicts,
                split: intent.split,
              }
            }
            onSaved={(name) => change({ preset: savedChoice(name) })}
            onRemoved={(name) => preset === savedChoice(name) && choose(firstChoices(onScreen).preset)}
          />
          {shown && (
            <div ref={note} className={css.problem}>
              <ProblemNote problem={shown}>
                {shown.code === "export_encoding_unclear" && (
                  <ExportEncoding
                    busy={exporting.busy}
                    onEncoding={(encoding) => {
                      change({ readAs: encoding });
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
            </div>
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
            <Button variant="default" onClick={() => (exporting.busy ? exporting.stop() : props.onClose())}>
              {exporting.busy ? exportWords.stop : commonWords.cancel}
            </Button>
            <Button
              // Not disabled while counting, because a disabled button can't receive the initial focus.
              data-autofocus
              data-disabled={ready ? undefined : true}
              aria-disabled={!ready}
              loading={exporting.busy}
              onClick={() => ready && void write(false)}
            >
              {rows === null
                ? exportWords.counting
                : exportWords.write(rows + (writesRisky ? riskyRows : 0), writesAddresses(filter))}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
