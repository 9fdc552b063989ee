const PLAIN = /^\d+$/;
/** Groups of three after one to three digits, all parted by the same sign: English, German, French, Swiss. */
const GROUPED = /^\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*$/u;
/** As in India: the last three digits, and pairs before them. */
const PAIRED = /^\d{1,2}(?:,\d{2})+,\d{3}$/;
/** Decimals that add nothing, as spreadsheets write amounts. After less than a thousand a group may be on its way. */
const NO_DECIMALS = /(?<=\d{3})(?<!^\d{3})[.,]0{1,2}$/;

/**
 * The whole number that someone typed or pasted, whichever way they part its thousands: `1500`, `1,500`, `1.500`,
 * `1 500`, `1'500`, `1.500,00`. Null: it is none, or may be meant as another (`1.5`, `1.50`, `1,500.5`); it is never guessed at.
 */
export function wholeNumberIn(typed: string): number | null {
  const trimmed = typed.trim().replace(/\s/gu, " ");
  const bare = trimmed.replace(NO_DECIMALS, "");
  if (![PLAIN, GROUPED, PAIRED].some((form) => form.test(bare))) return null;
  const value = Number(bare.replace(/\D/g, ""));
  return Number.isSafeInteger(value) ? value : null;
}
