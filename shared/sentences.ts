/** Joins `parts` into sentences, adding a full stop where one is missing and skipping absent parts. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? "")
    .filter((part) => part !== "")
    .map((part) => (/[.!?…:][)"'”’]?$/u.test(part) ? part : `${part}.`))
    .join(" ");
}
