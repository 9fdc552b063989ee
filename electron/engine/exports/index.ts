export { createExportCalls, type ExportCalls } from "./calls.ts";
export { defaultExportFilter } from "./default-filter.ts";
export {
  checkWritable,
  commitFile,
  type FinishedFile,
  removeLeftovers,
  temporaryBeside,
} from "./files/atomic-write.ts";
export { createByteSink } from "./files/byte-sink.ts";
export { type Downloads, openDownloads } from "./files/own-downloads.ts";
export {
  checkTarget,
  inspectPath,
  stampAt,
  type WriteTarget,
  writeProblem,
} from "./files/place.ts";
export { createNamer, safeFileName, safeNameWith, stemOf } from "./files/safe-name.ts";
export { pipeFile, type StreamPlace } from "./files/stream.ts";
export { createSuppressionFileCalls } from "./suppression-export.ts";
export type { WriteInput } from "./types.ts";
