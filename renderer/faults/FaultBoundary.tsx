import { Component, type ErrorInfo, type ReactNode } from "react";

interface Props {
  /** What is shown instead; `again` draws what failed once more. */
  instead: (again: () => void) => ReactNode;
  /** Told once of each fault, with where it was in the page. */
  onFault: (error: unknown, stack: string) => void;
  /** What is drawn: once it is something else, that is tried. */
  of?: string;
  children: ReactNode;
}

interface State {
  error: unknown;
  failed: boolean;
}

const MODULE = /dynamically imported module|importing a module script/i;

/** Keeps a fault in drawing what it holds from taking the rest of the page along. */
export class FaultBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onFault(error, info.componentStack ?? "");
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.of !== this.props.of) this.setState({ error: null, failed: false });
  }

  private readonly again = () => {
    const { error } = this.state;
    // The browser does not ask again for a part of the page that it could not load.
    if (error instanceof Error && MODULE.test(error.message)) window.location.reload();
    else this.setState({ error: null, failed: false });
  };

  override render(): ReactNode {
    return this.state.failed ? this.props.instead(this.again) : this.props.children;
  }
}
