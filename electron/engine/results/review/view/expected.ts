import { MAIL_HOSTS } from "../../../../../shared/mail-hosts.ts";
import { VERDICT_CODES, verdictOf } from "../../../../../shared/verdicts.ts";
import { expectedRate, lastCalibration, type Planned } from "../../../forecast/index.ts";
import type { Layout } from "../../../store/index.ts";
import type { Expected, OpenedCleaning } from "../opened.ts";

/** Works out how likely mail to each address is to bounce, unless it is known. */
export function lookUpExpected(cleaning: OpenedCleaning, layout: Layout): Expected {
  const { from, calibration } = lastCalibration(layout);
  const { results, expected: known } = cleaning;
  if (known?.from === from && known.results === results) return known;
  const rates = new Float64Array(cleaning.list.addresses);
  const rateOf = new Float64Array(cleaning.list.domains * VERDICT_CODES).fill(Number.NaN);
  for (let address = 0; address < rates.length; address++) {
    const place = placeOf(cleaning, address);
    if (Number.isNaN(rateOf[place])) rateOf[place] = expectedRate(calibration, groupAt(cleaning, place));
    rates[address] = rateOf[place] ?? 0;
  }
  cleaning.expected = { from, results, calibration, rates };
  cleaning.cache.expectedChanged();
  return cleaning.expected;
}

/** The addresses of rows, each once, by what a forecast is made from. */
export function plannedIn(cleaning: OpenedCleaning, mask: Uint8Array): Planned[] {
  const { rowAddress, addresses } = cleaning.list;
  const isMeant = new Uint8Array(addresses);
  for (let row = 0; row < mask.length; row++) {
    const address = rowAddress[row] ?? -1;
    if (mask[row] === 1 && address >= 0) isMeant[address] = 1;
  }
  const counts = new Uint32Array(cleaning.list.domains * VERDICT_CODES);
  for (let address = 0; address < addresses; address++) {
    if (isMeant[address] !== 1) continue;
    const place = placeOf(cleaning, address);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const planned: Planned[] = [];
  for (let place = 0; place < counts.length; place++) {
    const count = counts[place] ?? 0;
    if (count > 0) planned.push({ ...groupAt(cleaning, place), addresses: count });
  }
  return planned;
}

/** Of its domain and its verdict. */
function placeOf({ list, results }: OpenedCleaning, address: number): number {
  return (list.addressDomain[address] ?? 0) * VERDICT_CODES + (results.verdict[address] ?? 0);
}

function groupAt({ list, mailHosts }: OpenedCleaning, place: number): Omit<Planned, "addresses"> {
  const domain = Math.floor(place / VERDICT_CODES);
  return {
    verdict: verdictOf(place % VERDICT_CODES) ?? "none",
    host: MAIL_HOSTS[(mailHosts[domain] ?? 0) - 1] ?? "",
    domain: list.domain(domain),
  };
}
