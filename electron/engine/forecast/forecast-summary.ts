import {
  type Bounds,
  type Forecast,
  type ForecastGroup,
  MAX_DOMAINS,
  MAX_GROUPS,
} from "../../../shared/bridge/forecast.ts";
import { MAIL_HOSTS } from "../../../shared/mail-hosts.ts";
import {
  boundsOf,
  type Calibration,
  expectedRate,
  forecast,
  isKnown,
  type Place,
  rateWithin,
} from "./model.ts";
import type { PlannedGroup } from "./planned.ts";

export function forecastOf(calibration: Calibration, planned: readonly PlannedGroup[]): Forecast {
  const addresses = sizeOf(planned);
  const groups = [...Map.groupBy(planned, ({ verdict, host }) => `${verdict} ${host}`).values()].map((own) =>
    groupOf(calibration, own),
  );
  const shownGroups = groups.filter((one) => one !== null).sort((a, b) => b.expected - a.expected);
  return {
    addresses,
    bounds: addresses === 0 ? null : boundsFor(calibration, planned),
    byRule: shownGroups.reduce((sum, one) => sum + (one.isRule ? one.addresses : 0), 0),
    unverified: sizeOf(planned.filter(({ verdict }) => verdict === "none")),
    sent: Object.values(calibration).reduce((sum, { sent }) => sum + sent, 0),
    groups: shownGroups.slice(0, MAX_GROUPS),
  };
}

function boundsFor(calibration: Calibration, planned: readonly PlannedGroup[]): Bounds {
  return boundsOf(forecast(calibration, planned), sizeOf(planned));
}

/** `planned` must have one verdict and one mail host. */
function groupOf(calibration: Calibration, planned: readonly PlannedGroup[]): ForecastGroup | null {
  const [first] = planned;
  if (first === undefined) return null;
  const { verdict, host } = first;
  const rates = calibration[verdict];
  const own = rates.hosts[host];
  const expected = (one: PlannedGroup) => one.addresses * expectedRate(calibration, one);
  const worst = [...planned].sort((a, b) => expected(b) - expected(a));
  const ofDomain = ({ domain }: Place) => (domain === null ? undefined : own?.domains[`@${domain}`]);
  const known = planned.filter((one) => ofDomain(one) !== undefined);
  const ownHistory = own === undefined ? [] : [own];
  // If most addresses are at domains with a history, that is more specific than their host's.
  const isOfDomains = 2 * sizeOf(known) > sizeOf(planned);
  const history = isOfDomains ? known.flatMap((one) => ofDomain(one) ?? []) : ownHistory;
  return {
    standing: verdict,
    mailHost: MAIL_HOSTS.find((one) => one === host) ?? null,
    addresses: sizeOf(planned),
    expected: planned.reduce((sum, one) => sum + expected(one), 0),
    domains: worst.flatMap(({ largest }) => largest).slice(0, MAX_DOMAINS),
    ofDomains: planned.reduce((sum, { domains }) => sum + domains, 0),
    sent: history.reduce((sum, { sent }) => sum + sent, 0),
    bounced: history.reduce((sum, { bounced }) => sum + bounced, 0),
    isRule: !isKnown(rates),
    ...boundsFor(calibration, planned),
  };
}

/** Splits `planned` so that at most the share `most` of the kept addresses bounces, see `rateWithin`. */
export function budgetOf(
  calibration: Calibration,
  planned: readonly PlannedGroup[],
  most: number,
): { rate: number | null; kept: Forecast; left: Forecast } {
  const rate = rateWithin(calibration, planned, most);
  const isKept = (one: PlannedGroup) => rate !== null && expectedRate(calibration, one) <= rate;
  return {
    rate,
    kept: forecastOf(calibration, planned.filter(isKept)),
    left: forecastOf(
      calibration,
      planned.filter((one) => !isKept(one)),
    ),
  };
}

const sizeOf = (planned: readonly PlannedGroup[]) => planned.reduce((sum, one) => sum + one.addresses, 0);
