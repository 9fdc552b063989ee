export { type ColumnWords, consentColumn, isOfLetters, mayBeStates } from "./consent/consent-columns.ts";
export { consentTopic } from "./consent/consent-headers.ts";
export { consentWord } from "./consent/opt-out-words.ts";
export { createDateReader, type DateReader, findDateOrder, parseDate } from "./dates.ts";
export { mappedSource, proposedMeaning } from "./mapping-source.ts";
export { itemsIn } from "./outcome-signs.ts";
export { holdsReplies, proposeMapping, repliesSource } from "./proposed-mapping.ts";
export { type Candidate, matchSource, recognise } from "./recognise.ts";
export { SOURCES, sourceNamed } from "./sources.ts";
export {
  createWordCounter,
  dateColumns,
  optInReader,
  recipientColumns,
  suggestionColumns,
  translator,
  type WordCounter,
  wordColumns,
} from "./translate.ts";
