import { Button, Title, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { ProblemNote } from "../components/ProblemNote.tsx";
import { faultWords } from "../words/faults.ts";
import { FaultBoundary } from "./FaultBoundary.tsx";
import { useFaultReport } from "./useFaultReport.ts";

/** Stands around what is about one list among others: those stay as they are, and it can be put away. */
export function CardBoundary(props: {
  name: string;
  listId?: string | undefined;
  detail: string;
  action?: string;
  /** What else can be done, after trying again. */
  buttons?: ReactNode;
  /** `li`: one of a list's rows. */
  as?: "section" | "li";
  children: ReactNode;
}) {
  const report = useFaultReport("a list");
  const Place = props.as ?? "section";
  const title = faultWords.cardTitle(props.name);
  return (
    <FaultBoundary
      onFault={report}
      instead={(again) => (
        <Place aria-label={props.name} data-list={props.listId}>
          <VisuallyHidden>
            <Title order={2}>{props.name}</Title>
          </VisuallyHidden>
          <ProblemNote problem={{ code: "internal", title, detail: props.detail, action: props.action }}>
            <Button size="xs" onClick={again}>
              {faultWords.again}
            </Button>
            {props.buttons}
          </ProblemNote>
        </Place>
      )}
    >
      {props.children}
    </FaultBoundary>
  );
}
