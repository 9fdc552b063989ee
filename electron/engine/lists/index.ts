export { createListCalls, type ListCallsInput, type UploadedFile } from "./calls.ts";
export { namesAddresses } from "./detect/address-column.ts";
export { isHeaderWord } from "./detect/header-words.ts";
export { ADDRESS_BIT, EMPTY, LIST_COLUMNS, LIST_META, MALFORMED } from "./format.ts";
export { type ListMeta, listMetaSchema } from "./meta.ts";
export type { ReadInput, ReadProgress } from "./read/reading.ts";
export { openList } from "./stored/open.ts";
export type { OpenList, OpenListOptions } from "./stored/open-list.ts";
export { forgetList, readyPreflight, revisionOf, setAside, sourcesOf } from "./stored/registry.ts";
export { type ListTasks, listTasks } from "./tasks.ts";
export {
  isCheckedAlone,
  planUploads,
  readOnlyAddress,
  rewriteUpload,
  type UploadInput,
  type UploadLimits,
  type UploadPart,
  type Uploads,
  writeUploads,
} from "./upload/upload.ts";
export { type CellType, valueReader } from "./workbook/index.ts";
