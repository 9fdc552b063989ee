import { Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { ProblemNote } from "../../components/notes.tsx";
import { asksWhatFor } from "../../stores/intake/open-lists.ts";
import type { Intake } from "../../stores/intake.ts";
import { useIntake } from "../../stores/winnow.tsx";
import { questionWords } from "../../words/questions.ts";
import { DomainLook } from "./DomainLook.tsx";
import { MapFile } from "./MapDialog.tsx";
import { FlaggedDrawer, type FlaggedKind, MalformedDrawer } from "./PagedDrawer.tsx";
import css from "./PreflightPanel.module.css";
import { Oddities } from "./Preview.tsx";
import { ReadAs } from "./ReadAs.tsx";
import { ReadQuestions, WhichColumn } from "./ReadQuestions.tsx";
import { Story } from "./Story.tsx";
import { TyposCard, TyposDrawer } from "./TyposCard.tsx";
import { useImport } from "./use-import.ts";

/** Returns whether the file has an unknown source and more columns than just addresses. */
function mayBeMapped({ kind, hasHeader, columns, questions, settled }: Preflight): boolean {
  const isKnown =
    kind === "results" || questions?.some((one) => one.kind === "results" || one.kind === "outcomes");
  return isKnown !== true && hasHeader && columns.length > 1 && settled !== true;
}

/** Analysis of a list before anything is sent, and how it was read. `children` (the price) go in between. */
export default function PreflightPanel(props: {
  intake: Intake;
  preflight: Preflight;
  isAlone: boolean;
  children?: ReactNode;
}) {
  const { intake, preflight } = props;
  const read = useIntake((state) => state.read);
  const [open, setOpen] = useState<"malformed" | "typos" | "cells" | FlaggedKind | null>(null);
  const refresh = useIntake((state) => state.refresh);
  const importing = useImport(intake, preflight);
  const change = (patch: ReadOptions) => void read(intake.key, { ...intake.readOptions, ...patch });
  const leave = (changed: boolean) => {
    setOpen(null);
    if (changed) change({});
  };
  const { listId } = preflight;
  const busy = intake.reading !== null || importing.busy;
  const isList = preflight.kind !== "results";
  // Ask whether the file is a list to verify before describing it as one.
  const isWhoseUnclear = asksWhatFor(preflight);
  return (
    <div className={css.layout} data-priced={props.children ? true : undefined}>
      <Stack gap="md" className={css.story}>
        {preflight.addressColumn === null ? (
          <WhichColumn preflight={preflight} onColumn={(column) => change({ column })} />
        ) : isWhoseUnclear ? null : (
          <Story
            preflight={preflight}
            price={intake.price}
            onMalformed={() => setOpen("malformed")}
            onTypos={() => setOpen("typos")}
            onFlagged={setOpen}
          />
        )}
        {preflight.questions !== undefined && preflight.settled !== true && (
          <ReadQuestions
            questions={preflight.questions}
            busy={busy}
            onAnswer={change}
            onImport={preflight.addressColumn === null ? null : importing.run}
          />
        )}
        {importing.problem && (
          <ProblemNote problem={importing.problem}>
            {importing.problem.code === "import_overturns" && (
              <SmallButton disabled={importing.busy} onClick={importing.runAnyway}>
                {questionWords.importAnyway}
              </SmallButton>
            )}
          </ProblemNote>
        )}
      </Stack>
      {props.children && <div className={css.price}>{props.children}</div>}
      <Stack gap="md" className={css.rest}>
        {!isWhoseUnclear && (
          <TyposCard
            listId={listId}
            preflight={preflight}
            busy={busy}
            allCells={intake.readOptions.fixCells === true}
            onAllCells={(fixCells) => change({ fixCells: fixCells || undefined })}
            onReview={setOpen}
            // Corrected addresses may duplicate others, so the price changes.
            onChanged={() => void refresh(intake.key)}
          />
        )}
        {!isWhoseUnclear && preflight.addressColumn !== null && isList && <DomainLook intake={intake} />}
        <ReadAs preflight={preflight} busy={busy} showsRows={props.isAlone} onChange={change} />
        <Oddities preflight={preflight} />
        {mayBeMapped(preflight) && (
          <MapFile
            preflight={preflight}
            busy={busy}
            onVerdicts={(source) =>
              change({ readAs: "results", resultsOf: source, column: undefined, columnName: undefined })
            }
            onOutcomes={importing.runAs}
          />
        )}
      </Stack>
      {open === "malformed" && <MalformedDrawer listId={listId} onClose={() => setOpen(null)} />}
      {(open === "typos" || open === "cells") && (
        <TyposDrawer
          of={open}
          listId={listId}
          settled={preflight.settled === true}
          allCells={intake.readOptions.fixCells === true}
          onChanged={() => void refresh(intake.key)}
          onClose={leave}
        />
      )}
      {(open === "role" || open === "disposable" || open === "free") && (
        <FlaggedDrawer kind={open} listId={listId} onClose={leave} />
      )}
    </div>
  );
}
