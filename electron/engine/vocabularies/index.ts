export { mappedSource, proposedMeaning } from "./mapped.ts";
export { type Candidate, readAs as asOf, recognise } from "./recognise.ts";
export { SOURCES, sourceNamed } from "./sources.ts";
export { createWordCounter, recipientColumns, translator, type WordCounter } from "./translate.ts";
