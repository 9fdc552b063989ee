export { mappedSource, proposedMeaning } from "./mapping-source.ts";
export { type Candidate, matchSource, recognise } from "./recognise.ts";
export { SOURCES, sourceNamed } from "./sources.ts";
export { createWordCounter, recipientColumns, translator, type WordCounter } from "./translate.ts";
