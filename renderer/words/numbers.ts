import { count } from "../format/numbers.ts";

export const numberWords = {
  labelled: (label: string, unit: string) => `${label} (${unit})`,
  unclear: "A whole number, such as 1,500. Nothing was changed.",
  unclearFrom: (least: number) => `A whole number, such as 1,500, from ${count(least)}. Nothing was changed.`,
} as const;
