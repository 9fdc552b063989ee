/** How a command is asked to speak. */
export interface SpeechOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** `jsonl`: whatever stands on standard error is an event, one JSON object a line. */
  readonly progress?: string;
}

/** The ways of `--progress`. */
export const PROGRESS_FORMS = ["jsonl"] as const;
