import { MAILING_SERVICES } from "./mailers/mailing-services.ts";
import { SENDING_SERVICES } from "./mailers/sending-services.ts";
import type { Source } from "./types.ts";
import { DELIVERABLE_OR_RISKY } from "./verifiers/deliverable-or-risky.ts";
import { RESULT_CODES } from "./verifiers/result-codes.ts";
import { SERVICE } from "./verifiers/service.ts";
import { VALID_OR_INVALID } from "./verifiers/valid-or-invalid.ts";
import { ZEROBOUNCE } from "./verifiers/zerobounce.ts";

/** Every source whose files Winnow knows. */
export const SOURCES: readonly Source[] = [
  SERVICE,
  ZEROBOUNCE,
  ...DELIVERABLE_OR_RISKY,
  ...VALID_OR_INVALID,
  ...RESULT_CODES,
  ...MAILING_SERVICES,
  ...SENDING_SERVICES,
];

const BY_ID: ReadonlyMap<string, Source> = new Map(SOURCES.map((source) => [source.id, source]));

/** The source of that id; null: none that this Winnow knows. */
export function sourceNamed(id: string): Source | null {
  return BY_ID.get(id) ?? null;
}
