export { mappedSource, proposedMeaning } from "./mapped.ts";
export { asOf, type Candidate, recognise } from "./recognise.ts";
export { SOURCES, sourceNamed } from "./sources.ts";
export { createWordCounter, recipientColumns, translator, type WordCounter } from "./translate.ts";
