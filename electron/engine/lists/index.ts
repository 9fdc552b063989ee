export { createListCalls, type UploadedFile } from "./calls.ts";
export { chooseColumn, isAddressHeader, sampleColumns } from "./detect/address-column.ts";
export type { ListMeta } from "./format.ts";
export { ADDRESS_BIT, EMPTY, isConverted, LIST_COLUMNS, MALFORMED } from "./format.ts";
export { MAX_LIST_BYTES } from "./intake/copy.ts";
export { listDateReader } from "./stored/date-reader.ts";
export { openList } from "./stored/open.ts";
export type { OpenList, OpenListOptions } from "./stored/open-list.ts";
export { domainsMeant, typoSuggestions } from "./stored/pages.ts";
export {
  parseSingleAddress,
  planUploads,
  usesSingleCheck,
  writeUploads,
} from "./upload-parts.ts";
export { type CellType, valueReader } from "./workbook/cell-types.ts";
