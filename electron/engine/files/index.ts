export { type ByteSink, createByteSink } from "./byte-sink.ts";
export { findPlace, STANDARD_OUTPUT } from "./found.ts";
export { type Downloads, openDownloads } from "./own-downloads.ts";
export { admit, type Place, standingAt } from "./place.ts";
export { type FinishedFile, putFile, writeText } from "./put-file.ts";
export { createNamer, safeFileName, safeNameWith, stemOf } from "./safe-name.ts";
export { type StreamPlace, sendFile } from "./stream.ts";
export { removeLeftovers, temporaryBeside, tryPlace } from "./temporary.ts";
export { newFileMode, writeProblem } from "./write-problem.ts";
