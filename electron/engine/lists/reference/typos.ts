import { parse } from "tldts";

/** Providers whose name is so well known that one slip in it is a slip, not another name. */
const GIANTS = (
  "gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.com.br " +
  "yahoo.co.in yahoo.co.jp yahoo.com.au hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es " +
  "outlook.com outlook.fr outlook.de outlook.es icloud.com protonmail.com rediffmail.com rocketmail.com " +
  "comcast.net verizon.net sbcglobal.net bellsouth.net btinternet.com virginmedia.com bigpond.com wanadoo.fr"
).split(" ");

/** Providers of which only the ending is corrected: their names are short, or common words. */
const OTHERS = (
  "aol.com msn.com live.com live.co.uk live.fr live.nl me.com mac.com mail.com ymail.com gmx.com gmx.de gmx.net gmx.at gmx.ch " +
  "web.de t-online.de freenet.de arcor.de orange.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it " +
  "mail.ru yandex.ru rambler.ru seznam.cz wp.pl o2.pl onet.pl interia.pl ukr.net naver.com daum.net qq.com 163.com 126.com " +
  "uol.com.br bol.com.br terra.com.br proton.me zoho.com fastmail.com att.net cox.net charter.net earthlink.net sky.com " +
  "ntlworld.com shaw.ca rogers.com telus.net sympatico.ca telenet.be skynet.be ziggo.nl planet.nl bluewin.ch"
).split(" ");

/** Endings that exist, but after such a name are far likelier a slip for `com`. */
const SLIPS_FOR_COM = new Set(["co", "cm", "om", "cam"]);
/** Names one slip away from a giant's that are somebody else's. */
const REAL_NAMES = new Set([
  "mail",
  "email",
  "ymail",
  "fmail",
  "cmail",
  "gail",
  "gmaul",
  "cloud",
  "outlooks",
  "yahoos",
  "hotmails",
]);
/** From this length on, a name may be off by two, or in its first letter. */
const LONG_NAME = 7;

interface Target {
  readonly domain: string;
  readonly name: string;
  readonly ending: string;
  readonly giant: boolean;
}

const TARGETS: readonly Target[] = [
  ...GIANTS.map((domain) => target(domain, true)),
  ...OTHERS.map((domain) => target(domain, false)),
];

function target(domain: string, giant: boolean): Target {
  const dot = domain.indexOf(".");
  return { domain, name: domain.slice(0, dot), ending: domain.slice(dot + 1), giant };
}

/** Longer domains are no slips for any of them. */
const LONGEST = Math.max(...TARGETS.map(({ domain }) => domain.length)) + 2;

/**
 * The well-known domain that `domain` (folded) is probably a slip of the pen for, or null. Abstains on domains
 * that are known to be real (`isReal`) and where two well-known ones are equally near.
 */
export function suggestDomain(domain: string, isReal: (domain: string) => boolean): string | null {
  if (domain.length > LONGEST || isReal(domain) || TARGETS.some((known) => known.domain === domain))
    return null;
  const dot = domain.indexOf(".");
  if (dot < 1) return null;
  const name = domain.slice(0, dot);
  const ending = domain.slice(dot + 1);
  let best: Target | null = null;
  let least = Number.POSITIVE_INFINITY;
  let tied = false;
  for (const known of TARGETS) {
    const inName = nameCost(name, known);
    if (inName === Number.POSITIVE_INFINITY) continue;
    const cost = inName + endingCost(ending, known.ending);
    if (cost === 0 || cost > (known.giant && known.name.length >= LONG_NAME ? 2 : 1)) continue;
    if (cost === least) tied = true;
    else if (cost < least) {
      least = cost;
      best = known;
      tied = false;
    }
  }
  return best === null || tied ? null : best.domain;
}

function nameCost(name: string, { name: known, giant }: Target): number {
  if (name === known) return 0;
  if (!giant || REAL_NAMES.has(name) || Math.abs(name.length - known.length) > 2)
    return Number.POSITIVE_INFINITY;
  const sameStart = name[0] === known[0] || name[0] === known[1];
  if (!sameStart && (known.length < LONG_NAME || name.length !== known.length))
    return Number.POSITIVE_INFINITY;
  return slips(name, known);
}

function endingCost(ending: string, known: string): number {
  if (ending === known) return 0;
  if (known === "com" && SLIPS_FOR_COM.has(ending)) return 1;
  const exists = parse(`name.${ending}`).isIcann === true && parse(`name.${ending}`).publicSuffix === ending;
  return exists || slips(ending, known) > 1 ? Number.POSITIVE_INFINITY : 1;
}

/** How many slips of the pen lie between two words: letters left out, put in, mistaken, or swapped. */
function slips(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
