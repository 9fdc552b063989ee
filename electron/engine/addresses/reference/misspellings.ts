import { parse } from "tldts";

/**
 * Misspellings of the largest providers that whoever counted typed domains found again and again: most belong to nobody, or
 * to people who wait for such mail. A domain stands here only where somebody has published that he met it.
 */
export const MISSPELLINGS: ReadonlySet<string> = new Set(
  [
    // The tests of the Ruby gem email_typo (github.com/fnando/email_typo, MIT), and its rules for endings.
    "gamil.com gmaal.com gmai.com gmaii.com gmaill.com gmal.com gmali.com gmaol.com gmial.com gmil.com gmsil.com",
    "gnail.com gmail.co gmail.cm gmail.om ahoo.com yaho.com yahooo.com yhaoo.com yaooo.com",
    "yahoo.co yahoo.cm yahoo.om homail.com hotamail.com htmail.com hotmaill.com hotmaik.com hoymail.com hptmail.com",
    "homtail.com hitmail.com hotnail.com hotmail.co hotmail.cm hotmail.om outloo.com outlook.co outlook.cm outlook.om",
    "icoud.com icloud.co icloud.cm icloud.om veizon.net verion.net verzon.net comacast.net comcat.net concast.net cmcast.net",
    // Counted in 1.47 million addresses (bounceshift.com/learn/most-common-email-typos).
    "icluod.com iclud.com hotmil.com",
    // What one verification service corrects (massemailverify.com/blog/typos-in-email-addresses).
    "hotmial.com hotmai.com hotmall.com outlok.com outllok.com outloook.com outlokk.com",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Whether nobody can have a mailbox of his own at `domain` (folded), which resembles a well-known one: it is a misspelling
 * that everybody knows, or ends in what is no ending.
 */
export function isNobodys(domain: string): boolean {
  return MISSPELLINGS.has(domain) || parse(domain).isIcann !== true;
}
