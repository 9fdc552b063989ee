import { z } from "zod";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import type { ReadOptions, ReadQuestion } from "../../../../shared/bridge/lists.ts";
import type { ListLayout } from "../../store/index.ts";
import type { Inspection } from "../detect/inspect.ts";
import type { Pieces } from "../detect/pieces.ts";
import type { Correction } from "../stored/registry.ts";
import type { WrittenSheet } from "../workbook/index.ts";
import type { BulkOutput } from "./bulk.ts";
import type { OddityCounter } from "./oddities.ts";

export interface ReadInput {
  readonly listId: string;
  readonly list: ListLayout;
  readonly name: string;
  readonly options: ReadOptions;
  /** Typos that the user accepted: folded address → the address to verify. */
  readonly corrections: readonly Correction[];
  /** The user's own word on entries of the reference lists. */
  readonly overrides?: readonly ReferenceOverride[];
}

/** What `lists.read` reports while it is under way. */
export const readProgressSchema = z.object({ bytesRead: z.number(), bytesTotal: z.number(), rows: z.int() });
export type ReadProgress = z.infer<typeof readProgressSchema>;

export interface Reading {
  readonly pieces: Pieces;
  readonly found: Inspection;
  readonly bulk: BulkOutput;
  readonly oddities: OddityCounter;
}

/** A reading, and what else is known of it. */
export interface Taken extends Reading {
  readonly sheet: string | null;
  readonly lineOf: (line: number) => number;
  readonly questions: readonly ReadQuestion[];
  /** What the cells of a sheet were. */
  readonly types: WrittenSheet["types"];
}
