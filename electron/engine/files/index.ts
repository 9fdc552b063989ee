export { type ByteSink, createByteSink } from "./byte-sink.ts";
export { addFile, makeFolderSink } from "./folder-sink.ts";
export { findPlace, STANDARD_OUTPUT } from "./found.ts";
export { holdFolder } from "./held-folder.ts";
export { type MadeFile, madeFile } from "./made-file.ts";
export { newFileMode } from "./new-file-mode.ts";
export { makeNewFolder } from "./new-folder.ts";
export { type Downloads, openDownloads } from "./own-downloads.ts";
export { admit, type Place } from "./place.ts";
export { tryPlace } from "./probe.ts";
export { putFile } from "./put-file.ts";
export { type FolderStanding, folderStanding, putFolder } from "./put-folder.ts";
export { createNamer, safeFileName, safeNameWith, stemOf } from "./safe-name.ts";
export { standingAt } from "./standing.ts";
export { type StreamPlace, sendFile } from "./stream.ts";
export {
  discardTemporary,
  makeTemporaryFolder,
  removeLeftovers,
  type TemporaryPlace,
  temporaryBeside,
} from "./temporary.ts";
export { writeProblem } from "./write-problem.ts";
export { writeText } from "./write-text.ts";
