type Refused = "damaged" | "locked" | "no_workbook" | "too_large";

/** Why an archive is not read any further. */
export class ArchiveRefusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused);
    this.refused = refused;
  }
}
