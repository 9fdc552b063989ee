import { counted, size } from "../../shared/numbers.ts";

export const pasteWords = {
  pasted: (addresses: number) => `About ${counted(addresses, "address", "addresses")} pasted`,
  size: (lines: number, characters: number) => `${counted(lines, "line")}, ${size(characters)}`,
  more: (lines: number) => `… and ${counted(lines, "more line", "more lines")}`,
  remove: "Remove",
} as const;
