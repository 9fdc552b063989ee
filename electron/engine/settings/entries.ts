import { foldAddress } from "../../../shared/addresses.ts";
import { checkSyntax } from "../lists/index.ts";

const BETWEEN = /[\s,;|"'<>()]+/u;
const DOMAIN = /^@?(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}$/u;

/**
 * The entries that a cell of a suppression list holds: folded addresses, and domains with a leading `@`. A bare domain is
 * one only where the cell holds nothing else and `domains` says that it may be.
 */
export function entriesIn(cell: string, domains: boolean): string[] {
  const words = cell
    .split(BETWEEN)
    .map((word) => word.replace(/^mailto:|[.!?:]+$/giu, ""))
    .filter((word) => word !== "");
  return words.flatMap((word) => {
    const at = word.lastIndexOf("@");
    if (at > 0) return checkSyntax(word) === null ? [foldAddress(word)] : [];
    if (!DOMAIN.test(word)) return [];
    if (at === 0) return [foldAddress(word)];
    return domains && words.length === 1 ? [foldAddress(`@${word}`)] : [];
  });
}
