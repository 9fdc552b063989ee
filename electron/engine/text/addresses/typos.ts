import disposablePackage from "disposable-email-domains-js/package.json" with { type: "json" };
import providersPackage from "email-providers/package.json" with { type: "json" };
import { parse } from "tldts";
import type { ReferenceOverride } from "../../../../shared/bridge/app.ts";
import type { CallOutput } from "../../../../shared/bridge.ts";
import { domainOf } from "../../../../shared/fold-addresses.ts";
import { indexOverrides, providers, ROLES, ROLES_VERSION } from "./reference-lists.ts";

const TYPOS_VERSION = "2026-11";

/** Providers so well known that a name one edit away is a typo. */
const MAJOR_PROVIDERS = (
  "gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.com.br " +
  "yahoo.co.in yahoo.co.jp yahoo.com.au hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es " +
  "outlook.com outlook.fr outlook.de outlook.es icloud.com protonmail.com rediffmail.com rocketmail.com " +
  "comcast.net verizon.net sbcglobal.net bellsouth.net btinternet.com virginmedia.com bigpond.com wanadoo.fr"
).split(" ");

/** Providers of which only the ending is corrected, because their names are short or common words. */
const OTHERS = (
  "aol.com msn.com live.com live.co.uk live.fr live.nl me.com mac.com mail.com ymail.com gmx.com gmx.de gmx.net gmx.at gmx.ch " +
  "web.de t-online.de freenet.de arcor.de orange.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it " +
  "mail.ru yandex.ru rambler.ru seznam.cz wp.pl o2.pl onet.pl interia.pl ukr.net naver.com daum.net qq.com 163.com 126.com " +
  "uol.com.br bol.com.br terra.com.br proton.me zoho.com fastmail.com att.net cox.net charter.net earthlink.net sky.com " +
  "ntlworld.com shaw.ca rogers.com telus.net sympatico.ca telenet.be skynet.be ziggo.nl planet.nl bluewin.ch"
).split(" ");

/** Valid endings that are most likely typos for `com` after such a name. */
const SLIPS_FOR_COM = new Set(["co", "cm", "om", "cam"]);
/** Names one edit away from a large provider that belong to others. */
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
/** Minimum length of names with two edits, or with an edit in the first letter. */
const LONG_NAME = 7;

interface Target {
  readonly domain: string;
  readonly name: string;
  readonly ending: string;
  readonly giant: boolean;
}

const TARGETS: readonly Target[] = [
  ...MAJOR_PROVIDERS.map((domain) => target(domain, true)),
  ...OTHERS.map((domain) => target(domain, false)),
];

const TYPO_TARGETS = TARGETS.length;

function target(domain: string, giant: boolean): Target {
  const dot = domain.indexOf(".");
  return { domain, name: domain.slice(0, dot), ending: domain.slice(dot + 1), giant };
}

/** Longer domains resemble none of them. */
const MAX_TARGET_LENGTH = Math.max(...TARGETS.map(({ domain }) => domain.length)) + 2;
const KNOWN: ReadonlySet<string> = new Set(TARGETS.map(({ domain }) => domain));
const BY_NAME: ReadonlyMap<string, readonly Target[]> = Map.groupBy(TARGETS, ({ name }) => name);
const MAJOR_PROVIDER_NAMES = [...new Set(TARGETS.filter(({ giant }) => giant).map(({ name }) => name))].map(
  (name) => ({
    name,
    letters: lettersOf(name),
  }),
);

/** Returns the well-known domain that `domain` (folded) probably misspells; `null` for real domains and ties. */
export function suggestDomain(domain: string, isReal: (domain: string) => boolean): string | null {
  return createDomainSuggester(isReal)(domain);
}

/** Returns `suggestDomain` for many domains, with a cache of endings. */
export function createDomainSuggester(
  isReal: (domain: string) => boolean,
): (domain: string) => string | null {
  const endings = new Map<string, number>();

  function endingCostOf(ending: string, known: string): number {
    const key = `${ending} ${known}`;
    const found = endings.get(key) ?? endingCost(ending, known);
    endings.set(key, found);
    return found;
  }

  return (domain) => {
    if (domain.length > MAX_TARGET_LENGTH || isReal(domain) || KNOWN.has(domain)) return null;
    const dot = domain.indexOf(".");
    if (dot < 1) return null;
    const name = domain.slice(0, dot);
    const ending = domain.slice(dot + 1);
    let best: Target | null = null;
    let least = Number.POSITIVE_INFINITY;
    let tied = false;
    for (const [meant, inName] of likeNames(name)) {
      for (const known of BY_NAME.get(meant) ?? []) {
        if (inName > 0 && !known.giant) continue;
        const cost = inName + endingCostOf(ending, known.ending);
        if (cost === 0 || cost > (known.giant && meant.length >= LONG_NAME ? 2 : 1)) continue;
        if (cost === least) tied = true;
        else if (cost < least) {
          least = cost;
          best = known;
          tied = false;
        }
      }
    }
    return best === null || tied ? null : best.domain;
  };
}

/** Returns the well-known names at most two edits from `name`, with their edit distance. */
function likeNames(name: string): [name: string, slips: number][] {
  const like: [string, number][] = BY_NAME.has(name) ? [[name, 0]] : [];
  if (REAL_NAMES.has(name)) return like;
  const letters = lettersOf(name);
  for (const { name: known, letters: own } of MAJOR_PROVIDER_NAMES) {
    if (name === known || Math.abs(name.length - known.length) > 2) continue;
    const sameStart = name[0] === known[0] || name[0] === known[1];
    if (!sameStart && (known.length < LONG_NAME || name.length !== known.length)) continue;
    // Lower bound of the distance: each letter missing from the other word is an edit.
    if (bitsIn(letters & ~own) > 2 || bitsIn(own & ~letters) > 2) continue;
    const cost = editDistance(name, known);
    if (cost <= 2) like.push([known, cost]);
  }
  return like;
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

function endingCost(ending: string, known: string): number {
  if (ending === known) return 0;
  if (known === "com" && SLIPS_FOR_COM.has(ending)) return 1;
  const parsed = parse(`name.${ending}`);
  const exists = parsed.isIcann === true && parsed.publicSuffix === ending;
  return exists || editDistance(ending, known) > 1 ? Number.POSITIVE_INFINITY : 1;
}

/** Returns the Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(a: string, b: string): number {
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

/** Returns the address probably meant, or `null`. Overrides take precedence. Never applied without consent. */
export function suggestAddress(address: string, overrides: readonly ReferenceOverride[] = []): string | null {
  const domain = domainOf(address);
  const said = indexOverrides(overrides).typo(domain);
  const meant = said === undefined ? suggestDomain(domain, providers().isReal) : said;
  return meant === null ? null : `${address.slice(0, address.lastIndexOf("@"))}@${meant}`;
}

/** Returns source, version and size of each reference list. */
export function referenceLists(): CallOutput<"lists.references">["lists"] {
  const { disposable, free } = providers();
  return [
    { kind: "role", source: "Winnow", version: ROLES_VERSION, entries: ROLES.size },
    {
      kind: "disposable",
      source: disposablePackage.name,
      version: disposablePackage.version,
      entries: disposable.size,
    },
    { kind: "free", source: providersPackage.name, version: providersPackage.version, entries: free.size },
    { kind: "typo", source: "Winnow", version: TYPOS_VERSION, entries: TYPO_TARGETS },
  ];
}
