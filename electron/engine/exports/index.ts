export { createExportCalls, type ExportCalls } from "./calls.ts";
export { defaultExportFilter } from "./default-filter.ts";
export { createByteSink } from "./files/byte-sink.ts";
export { type Downloads, openDownloads } from "./files/own-downloads.ts";
export { admit, findPlace, type Place, standingAt, writeProblem } from "./files/place.ts";
export {
  type FinishedFile,
  putFile,
  removeLeftovers,
  temporaryBeside,
  tryPlace,
  writeText,
} from "./files/put-file.ts";
export { createNamer, safeFileName, safeNameWith, stemOf } from "./files/safe-name.ts";
export { type StreamPlace, sendFile } from "./files/stream.ts";
export { createSuppressionFileCalls } from "./suppression-file.ts";
export type { WriteInput } from "./types.ts";
