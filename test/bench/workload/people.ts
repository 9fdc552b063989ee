import { seededRandom } from "../../support/random.ts";

export interface Person {
  readonly first: string;
  readonly last: string;
}

const FIRST =
  "Anna Ben Carla David Emma Felix Grace Henrik Ines Jonas Karin Liam Maria Noah Olga Paul Quinn Rosa Samuel Tina Ulf Vera William Xenia Yusuf Zoë".split(
    " ",
  );
const LAST =
  "Andersen Becker Costa Dubois Evans Fischer García Hansen Ivanov Jansen Kowalski Larsen Müller Nguyen O'Brien Patel Quist Rossi Schmidt Taylor Ueda Virtanen Weber Ximénez Yilmaz Zhang".split(
    " ",
  );
export const CITIES =
  "Amsterdam Berlin Copenhagen Dublin Edinburgh Florence Geneva Hamburg Istanbul Johannesburg Kraków Lisbon Madrid Nantes Oslo Prague Québec Rotterdam Stockholm Toronto".split(
    " ",
  );
export const COMPANY_ENDS = ["Ltd", "GmbH", "S.A.", "Inc", "BV", "AB", "& Sons", "Group"];
const FREE = ["gmail.com", "yahoo.com", "hotmail.com"];
/** Share of addresses at the three large free providers. */
const FREE_SHARE = 0.56;
const OTHER_DOMAINS = 13_000;
const ENDS = ["com", "de", "co.uk", "net", "fr", "org", "nl", "se"];

/** Returns a generator of numbers from 0 to 1 that only depends on the row. */
export function diceOf(row: number): () => number {
  return seededRandom(Math.imul(row + 1, 0x9e3779b1) ^ 0x5bd1e995);
}

export function personOf(random: () => number): Person {
  return { first: pick(FIRST, random), last: pick(LAST, random) };
}

/** Returns the address of a person, unique per row. */
export function addressOf(row: number, { first, last }: Person, random: () => number): string {
  const local = `${plain(first)}.${plain(last)}.${row.toString().padStart(8, "0")}`;
  if (random() < FREE_SHARE) return `${local}@${pick(FREE, random)}`;
  // Few domains are common and most are rare.
  const domain = Math.floor(OTHER_DOMAINS * random() ** 2);
  return `${local}@firm${domain.toString(36)}.${ENDS[domain % ENDS.length]}`;
}

export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();
}
