export { recognise } from "./recognise.ts";
export { SOURCES, sourceNamed } from "./sources.ts";
export { translator } from "./translate.ts";
