import fc from "fast-check";
import type { Archive } from "../../../electron/engine/ledger/index.ts";
import { foldTexts } from "../../../electron/engine/text/addresses/fold-columns.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { SOURCE_CODE } from "../../../shared/verdicts.ts";

export interface Verdict {
  address: string;
  code: number;
  at: number;
  flags?: number;
  source?: number;
}

export function columns(addresses: readonly string[]) {
  const pieces = addresses.map((address) => Buffer.from(address));
  let end = 0;
  const addressEnd = Uint32Array.from(pieces, (piece) => {
    end += piece.length;
    return end;
  });
  return { addressText: Buffer.concat(pieces), addressEnd };
}

export function take(
  archive: Archive,
  scope: string,
  cleaningId: string,
  verdicts: readonly Verdict[],
  fold = foldAddress,
): void {
  const { addressText, addressEnd } = columns(verdicts.map(({ address }) => address));
  archive.ingestPart(scope, cleaningId, 1, 0, {
    folded: foldTexts(addressText, addressEnd, fold),
    addresses: Uint32Array.from(verdicts.keys()),
    missing: new Uint32Array(0),
    verdict: Uint8Array.from(verdicts, ({ code }) => code),
    flags: Uint8Array.from(verdicts, ({ flags = 0 }) => flags),
    verifiedAt: Float64Array.from(verdicts, ({ at }) => at),
    source: Uint8Array.from(verdicts, ({ source = SOURCE_CODE.service }) => source),
  });
}

/** Returns all matches of a search in all scopes. */
export function found(archive: Archive, text: string, limit = 50): string[] {
  const steps = archive.search(text, limit, null);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export const address = fc
  .tuple(fc.constantFrom("a", "B", "zoë", "İ", "info"), fc.nat(5), fc.constantFrom("x.example", "Ü.example"))
  .map(([local, n, domain]) => `${local}${n}@${domain}`);
const verdict = fc.record({
  address,
  code: fc.constantFrom(1, 2, 3, 4),
  at: fc.integer({ min: 1, max: 9 }),
  flags: fc.nat(63),
  source: fc.constantFrom(SOURCE_CODE.service, SOURCE_CODE.imported),
});
export const cleaning = fc.record({
  scope: fc.constantFrom("one", "two"),
  verdicts: fc.uniqueArray(verdict, {
    selector: (own) => foldAddress(own.address),
    maxLength: 40,
    size: "max",
  }),
});
