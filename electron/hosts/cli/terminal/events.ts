import type { Problem } from "../../../../shared/problems.ts";
import type { WaitReason } from "../../../../shared/waits.ts";

/**
 * What `--progress jsonl` tells, by name: docs/automation.md describes each for those who read them, and a name or a
 * field that was released keeps its meaning. Every event has `event`, its name, and `at`, when it was told.
 */
export interface EventValues {
  /** Something is so far along. `total` may grow. */
  readonly progress: { readonly stage: string; readonly done: number; readonly total: number };
  /** The price of a list, in credits, before anything is agreed to. */
  readonly priced: { readonly file: string; readonly credits: number };
  /** A cleaning was begun, at the price that was agreed to. */
  readonly started: { readonly cleaning: string; readonly file: string; readonly credits: number };
  /** Nothing of a cleaning moves: for what it waits, since when, and until when at least, where that is known. */
  readonly waiting: {
    readonly cleaning: string;
    readonly for: WaitReason;
    readonly since: string | null;
    readonly until: string | null;
  };
  /** A cleaning is over, or goes no further by itself. */
  readonly finished: { readonly cleaning: string; readonly state: string };
  /** A sentence for a person. */
  readonly said: { readonly text: string };
  readonly problem: { readonly problem: Problem };
  /** The command is over: always the last. */
  readonly ended: { readonly exitCode: number };
}
export type EventName = keyof EventValues;
