export { type Candidate, recognise } from "./recognise.ts";
export { SOURCES, sourceNamed } from "./sources.ts";
export { translator } from "./translate.ts";
export type { Translation } from "./types.ts";
export { createWordCounter, type WordCounter } from "./word-counter.ts";
