import { Component, type ContextType, type ErrorInfo, type ReactNode, useEffect, useRef } from "react";
import { MAX_ERROR_REPORT_LENGTH } from "../../shared/bridge/constants.ts";
import { stackOf } from "../../shared/errors.ts";

import { go } from "../navigation.ts";
import { WinnowContext } from "../stores/winnow.tsx";
import { commonWords, faultWords } from "../words/common.ts";
import { frameWords } from "../words/frame.ts";
import css from "./Frame.module.css";

type Part = "screen" | "window";

interface Props {
  /** `screen` keeps the frame visible; `window` replaces everything. */
  of: Part;
  /** A change of path resets the boundary. */
  path?: string;
  children: ReactNode;
}

/** Uses plain elements only, since any shared component may be the one that failed. */
function Fault(props: { of: Part; again: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const isWindow = props.of === "window";
  const fault = (
    <div className={css.fault} role="alert">
      <h1 ref={title} tabIndex={-1}>
        {isWindow ? faultWords.windowTitle : faultWords.screenTitle}
      </h1>
      <p>{faultWords.detail}</p>
      <p>{faultWords.action}</p>
      <p>
        <button type="button" onClick={props.again}>
          {commonWords.tryAgain}
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
    </div>
  );
  return isWindow ? <main id="main">{fault}</main> : fault;
}

const MODULE = /dynamically imported module|importing a module script/i;

interface State {
  readonly error: unknown;
  readonly failed: boolean;
}

const WHOLE: State = { error: null, failed: false };

/** Error boundary that logs rendering errors through the bridge. */
export class ErrorBoundary extends Component<Props, State> {
  static override contextType = WinnowContext;
  declare context: ContextType<typeof WinnowContext>;
  override state: State = WHOLE;

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const said = stackOf(error);
    const text = `${this.props.of === "window" ? "the window" : "a screen"}: ${said}\nin${info.componentStack ?? ""}`;
    void this.context?.bridge.call("app.fault", { text: text.slice(0, MAX_ERROR_REPORT_LENGTH) });
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.path !== this.props.path) this.setState(WHOLE);
  }

  private readonly again = () => {
    const { error } = this.state;
    // Browsers cache failed module loads, so only a page reload can help.
    if (error instanceof Error && MODULE.test(error.message)) window.location.reload();
    else this.setState(WHOLE);
  };

  override render(): ReactNode {
    return this.state.failed ? <Fault of={this.props.of} again={this.again} /> : this.props.children;
  }
}
