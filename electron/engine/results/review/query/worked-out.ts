import type { DoorCount } from "../../../../../shared/bridge/answer.ts";
import type { Door } from "../../../../../shared/doors.ts";
import type { Scale } from "./scale.ts";

/** The traits of every address, and those of rows that have none. */
export interface Traits {
  /** u: two bytes an address. */
  readonly ofAddress: Uint16Array;
  readonly ofEmpty: number;
  readonly ofMalformed: number;
}

/** The list's domains, those that are one domain in two spellings as one. */
export interface Domains {
  /** d: the number of the first spelling of each; null: each is its own. */
  readonly first: Uint32Array | null;
  /** The number of a domain in any spelling, or -1. */
  find(domain: string): number;
}

/** A column as numbers of its distinct values; case and blanks around do not make another value. */
export interface ColumnValues {
  /** n: the value of each row. */
  readonly codes: Uint32Array;
  /** The values as they are first written, blanks around taken away. */
  readonly texts: readonly string[];
  /** The number of the empty value, or -1. */
  readonly empty: number;
  /** The number of a value in any spelling, or -1. */
  find(value: string): number;
  /** Null: it does not hold numbers or dates throughout. */
  readonly scale: Scale | null;
}

/** Behind which door each row is: the place of the door in DOORS, or NO_DOOR. */
export interface Doors {
  /** n */
  readonly ofRow: Uint8Array;
  /** By door: its rows, its distinct addresses, and the rows of its file. */
  readonly counts: Readonly<Record<Door, DoorCount>>;
  /** Of the addresses behind `risky`, those that are accept-all. */
  readonly acceptAll: number;
}
