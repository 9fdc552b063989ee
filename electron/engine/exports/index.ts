export { createExportCalls, type ExportCalls } from "./calls.ts";
export { defaultExportFilter } from "./default-filter.ts";
export { createByteSink } from "./files/byte-sink.ts";
export { type Downloads, openDownloads } from "./files/own-downloads.ts";
export {
  checkTarget as admit,
  inspectPath as findPlace,
  stampAt as standingAt,
  type WriteTarget as Place,
  writeProblem,
} from "./files/place.ts";
export {
  checkWritable as tryPlace,
  commitFile as putFile,
  type FinishedFile,
  removeLeftovers,
  temporaryBeside,
  writeText,
} from "./files/put-file.ts";
export { createNamer, safeFileName, safeNameWith, stemOf } from "./files/safe-name.ts";
export { pipeFile as sendFile, type StreamPlace } from "./files/stream.ts";
export { createSuppressionFileCalls } from "./suppression-file.ts";
export type { WriteInput } from "./types.ts";
