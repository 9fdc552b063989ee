import { Stack } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { ProblemNote } from "../../components/notes.tsx";
import { asksForPurpose } from "../../stores/intake/open-lists.ts";
import { questionWords } from "../../words/questions.ts";
import { DateOrderQuestion } from "./DateOrderQuestion.tsx";
import { DomainLook } from "./DomainLook.tsx";
import { headerKey, MapFile } from "./MapDialog.tsx";
import { FlaggedDrawer, MalformedDrawer } from "./PagedDrawer.tsx";
import css from "./PreflightPanel.module.css";
import { Oddities } from "./Preview.tsx";
import { ReadAs } from "./ReadAs.tsx";
import { AddressColumnQuestion, ReadQuestions } from "./ReadQuestions.tsx";
import { ReadListProvider, useReadList } from "./read-list-context.tsx";
import { Story } from "./Story.tsx";
import { TyposCard, TyposDrawer } from "./TyposCard.tsx";

/** Returns whether the file's source is unknown, so that it may be imported instead of cleaned. */
function mayBeImported({ kind, questions, settled }: Preflight): boolean {
  const isKnown =
    kind === "results" || questions?.some((one) => one.kind === "results" || one.kind === "outcomes");
  return isKnown !== true && settled !== true;
}

function Panel(props: { children?: ReactNode }) {
  const { preflight, isSettled, importing, drawer } = useReadList();
  const isList = preflight.kind !== "results";
  // Ask whether the file is a list to verify before describing it as one.
  const isPurposeUnclear = asksForPurpose(preflight);
  return (
    <div className={css.layout} data-priced={props.children ? true : undefined}>
      <Stack gap="md" className={css.story}>
        {preflight.addressColumn === null ? <AddressColumnQuestion /> : !isPurposeUnclear && <Story />}
        {preflight.questions !== undefined && !isSettled && <ReadQuestions />}
        {importing.problem?.code === "dates_unclear" && (
          <DateOrderQuestion
            problem={importing.problem}
            isBusy={importing.busy}
            onOrder={importing.runWithDates}
          />
        )}
        {importing.problem && importing.problem.code !== "dates_unclear" && (
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
        {!isPurposeUnclear && <TyposCard />}
        {!isPurposeUnclear && preflight.addressColumn !== null && isList && <DomainLook />}
        <ReadAs />
        <Oddities />
        {mayBeImported(preflight) && <MapFile key={headerKey(preflight)} />}
      </Stack>
      {drawer === "malformed" && <MalformedDrawer />}
      {(drawer === "typos" || drawer === "cells") && <TyposDrawer of={drawer} />}
      {(drawer === "role" || drawer === "disposable" || drawer === "free") && <FlaggedDrawer kind={drawer} />}
    </div>
  );
}

/** Analysis of a list before anything is sent, and how it was read. `children` (the price) go in between. */
export default function PreflightPanel(props: ComponentProps<typeof ReadListProvider>) {
  return (
    <ReadListProvider {...props}>
      <Panel>{props.children}</Panel>
    </ReadListProvider>
  );
}
