export interface OwnList {
  readonly path: string;
  readonly bytes: string;
  readonly addresses: readonly string[];
  /** Text that occurs in every row, and in no other list. */
  readonly mark: string;
}
