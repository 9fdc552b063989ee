export { extractAddress, readCell, visibleText } from "./address.ts";
export { namesAddresses } from "./address-column.ts";
export { createListCalls, type ListCallsInput, type UploadedFile } from "./calls.ts";
export { encodingNamed } from "./encodings.ts";
export { ADDRESS_BIT, EMPTY, LIST_COLUMNS, LIST_META, MALFORMED } from "./format.ts";
export { isHeaderWord } from "./header-words.ts";
export { type ListMeta, listMetaSchema } from "./meta.ts";
export { openList } from "./open.ts";
export type { OpenList, OpenListOptions } from "./open-list.ts";
export type { ReadInput, ReadProgress } from "./read.ts";
export { suggestAddress } from "./reference/suggestion.ts";
export { forgetList, readyPreflight, revisionOf, setAside, sourcesOf } from "./registry.ts";
export { checkSyntax } from "./syntax.ts";
export { type ListTasks, listTasks } from "./tasks.ts";
export { unwrap } from "./unwrap.ts";
export {
  isCheckedAlone,
  planUploads,
  readOnlyAddress,
  type UploadInput,
  type UploadLimits,
  type UploadPart,
  type Uploads,
  writeUploads,
} from "./upload.ts";
export { type CellType, valueReader } from "./workbook/index.ts";
