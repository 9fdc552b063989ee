export type RefusalKind = "too_large" | "damaged" | "locked" | "no_workbook";

/** Why an archive is not read any further; the message says it in words. */
export class ArchiveRefusal extends Error {
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, why: string) {
    super(why);
    this.kind = kind;
  }
}
