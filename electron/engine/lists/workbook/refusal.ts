import type { Damage, DamageValues, TooLarge } from "../../../../shared/problems/file-reasons.ts";

type Refused =
  | { readonly kind: "too_large"; readonly why: TooLarge }
  | { readonly kind: "damaged"; readonly why: Damage; readonly at: DamageValues }
  | { readonly kind: "locked" | "no_workbook" };

/** Why an archive is not read any further. */
export class ArchiveRefusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super("why" in refused ? refused.why : refused.kind);
    this.refused = refused;
  }
}

export function tooLarge(why: TooLarge): ArchiveRefusal {
  return new ArchiveRefusal({ kind: "too_large", why });
}

/** `at`: where in the file. */
export function damaged(why: Damage, at: DamageValues = {}): ArchiveRefusal {
  return new ArchiveRefusal({ kind: "damaged", why, at });
}
