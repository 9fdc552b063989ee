/** A list of the user's. */
export interface OwnList {
  readonly path: string;
  readonly bytes: string;
  readonly addresses: readonly string[];
  /** Stands in every row, and in no other list. */
  readonly mark: string;
}
