/** `parts` as sentences behind one another: each ends with a mark, and none with two. What is absent is left out. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? "")
    .filter((part) => part !== "")
    .map((part) => (/[.!?…:][)"'”’]?$/u.test(part) ? part : `${part}.`))
    .join(" ");
}
