export const numberWords = {
  labelled: (label: string, unit: string) => `${label} (${unit})`,
} as const;
