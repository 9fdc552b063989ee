export {
  type AddressIndex,
  foldedColumns,
  hashAll,
  hashAt,
  indexAddresses,
  type LookupKeys,
  lookupKeys,
  lookupKeysOf,
  orderByHash,
  sameBytes,
} from "./addresses/address-index.ts";
export { ByteInterner, hashFolded, hashFoldedText, hashText } from "./addresses/byte-interner.ts";
export {
  cellKey,
  extractAddress,
  isBareAddress,
  readCell,
  visibleText,
} from "./addresses/extract.ts";
export {
  type FoldedText,
  foldedAt,
  foldOne,
  foldTexts,
  lowerByte,
  textsOf,
  unicodeForm,
} from "./addresses/fold-columns.ts";
export { findPlainAddress, type PlainAddress } from "./addresses/plain-address.ts";
export {
  hasNoMailboxes,
  indexOverrides,
  isRelay,
  type Overrides,
  providers,
  ROLES,
} from "./addresses/reference-lists.ts";
export { checkSyntax } from "./addresses/syntax.ts";
export { createDomainSuggester, referenceLists, suggestAddress } from "./addresses/typos.ts";
export { continuesDomain, unwrap, withoutListMarker } from "./addresses/unwrap.ts";
export { byteOrderMark, type Dialect, quoteCell, sepLine } from "./csv/dialect.ts";
export {
  decode,
  ENCODINGS,
  type Encoding,
  encodingNamed,
  isDecodable,
  maskNonAscii,
} from "./csv/encodings.ts";
export {
  fieldsOf,
  MAX_CELLS,
  MAX_COLUMNS,
  tooManyCells,
  unquote,
} from "./csv/fields.ts";
export { cellText, type ScannedRecord, scanRecords } from "./csv/results-scan.ts";
export { lineAt, lineEndOf, type SampleRecord, sampleRecords, withoutLineEnd } from "./csv/sample.ts";
export { createScanner, type FieldTable, type FoundRecord, type LineEnds } from "./csv/scan.ts";
export { createFormulaGuard, mayHarm, runsInSpreadsheet } from "./formula-guard.ts";
