import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { go } from "../address.ts";
import { Page } from "../components/Page.tsx";
import { ProblemNote } from "../components/ProblemNote.tsx";
import { faultWords } from "../words/faults.ts";
import { FaultBoundary } from "./FaultBoundary.tsx";
import { useFaultReport } from "./useFaultReport.ts";

/** Stands around the screens: the frame stays, and leads elsewhere. */
export function ViewBoundary(props: { children: ReactNode }) {
  const report = useFaultReport("a screen");
  const [path] = useLocation();
  return (
    <FaultBoundary
      of={path}
      onFault={report}
      instead={(again) => (
        <Page title={faultWords.viewTitle}>
          <ProblemNote
            problem={{
              code: "internal",
              title: faultWords.viewTitle,
              detail: faultWords.viewDetail,
              action: faultWords.viewAction,
            }}
          >
            <Button size="xs" onClick={again}>
              {faultWords.again}
            </Button>
            {!path.startsWith("/lists") && (
              <Button size="xs" variant="default" onClick={() => go("/lists")}>
                {faultWords.toLists}
              </Button>
            )}
          </ProblemNote>
        </Page>
      )}
    >
      {props.children}
    </FaultBoundary>
  );
}
