import { type ReactNode, useEffect, useRef } from "react";
import { go } from "../address.ts";
import { faultWords } from "../words/faults.ts";
import { frameWords } from "../words/frame.ts";
import { FaultBoundary } from "./FaultBoundary.tsx";
import { useFaultReport } from "./useFaultReport.ts";
import css from "./WindowFault.module.css";

/** The whole page in words, made of nothing that may have failed itself. */
function Words(props: { again: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <main id="main" className={css.fault} role="alert">
      <h1 ref={title} tabIndex={-1}>
        {faultWords.windowTitle}
      </h1>
      <p>{faultWords.windowDetail}</p>
      <p>{faultWords.windowAction}</p>
      <p>
        <button type="button" onClick={props.again}>
          {faultWords.again}
        </button>
        <button
          type="button"
          onClick={() => {
            go("/lists");
            props.again();
          }}
        >
          {faultWords.toLists}
        </button>
        <button type="button" onClick={() => window.location.reload()}>
          {frameWords.reload}
        </button>
      </p>
    </main>
  );
}

/** Stands around everything: where even the frame cannot be drawn, the window says so instead of being empty. */
export function WindowBoundary(props: { children: ReactNode }) {
  const report = useFaultReport("the window");
  return (
    <FaultBoundary onFault={report} instead={(again) => <Words again={again} />}>
      {props.children}
    </FaultBoundary>
  );
}
