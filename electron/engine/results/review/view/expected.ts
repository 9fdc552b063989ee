import { VERDICT_CODES } from "../../../../../shared/verdicts.ts";
import { lastCalibration, type PlannedGroup, ratesOfList } from "../../../forecast/index.ts";
import type { Layout } from "../../../store/index.ts";
import type { Expected, OpenedCleaning } from "../opened.ts";

/** Returns the expected bounce rate of each address, cached. */
export function lookUpExpected(cleaning: OpenedCleaning, layout: Layout): Expected {
  const { from, calibration } = lastCalibration(layout);
  const { results, expected: known, list } = cleaning;
  if (known?.from === from && known.results === results) return known;
  const { mailHosts } = cleaning;
  const ofList = ratesOfList(calibration, {
    domains: list.domains,
    domain: (id) => list.domain(id),
    mailHosts,
  });
  const rates = new Float64Array(list.addresses);
  for (let address = 0; address < rates.length; address++)
    rates[address] = ofList.rate(list.addressDomain[address] ?? 0, results.verdict[address] ?? 0);
  cleaning.expected = { from, results, calibration, rates, ofList };
  cleaning.cache.expectedChanged();
  return cleaning.expected;
}

export function plannedIn(cleaning: OpenedCleaning, { ofList }: Expected, mask: Uint8Array): PlannedGroup[] {
  const { rowAddress, addresses, addressDomain, domains } = cleaning.list;
  const { verdict } = cleaning.results;
  const isMeant = new Uint8Array(addresses);
  for (let row = 0; row < mask.length; row++) {
    const address = rowAddress[row] ?? -1;
    if (mask[row] === 1 && address >= 0) isMeant[address] = 1;
  }
  const counts = new Uint32Array(domains * VERDICT_CODES);
  for (let address = 0; address < addresses; address++) {
    if (isMeant[address] !== 1) continue;
    const place = (addressDomain[address] ?? 0) * VERDICT_CODES + (verdict[address] ?? 0);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return ofList.planned(counts);
}
