import { ok, type Result } from "../../../shared/result.ts";
import type { Clock } from "../clock.ts";
import {
  createRate,
  createRequestSlots,
  createServiceClient,
  DEFAULT_LIMITS,
  type Fetch,
  type Rate,
  type RequestSlots,
  type ServiceClient,
} from "../service/index.ts";

interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly label: string;
}

export interface ClientPoolOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Maximum upload size in bytes. Default: the documented limit. */
  readonly uploadBytes?: number;
  /** Aborted when every request must end at once. */
  readonly closing: AbortSignal;
}

/** One client per account and one rate limiter per key, shared by accounts. */
export type ClientPool = ReturnType<typeof createClientPool>;

export function createClientPool({ fetch, clock, uploadBytes, closing }: ClientPoolOptions) {
  const limits = uploadBytes === undefined ? {} : { uploadBytes };
  const clients = new Map<string, { access: Access; rate: Rate; client: ServiceClient }>();
  const rates = new Map<string, Rate>();
  const slotsByHost = new Map<string, RequestSlots>();

  function slots(host: string): RequestSlots {
    const known = slotsByHost.get(host) ?? createRequestSlots();
    slotsByHost.set(host, known);
    return known;
  }

  function rateOf(access: Access): Rate {
    const key = JSON.stringify([access.baseUrl, access.apiKey]);
    const known = rates.get(key) ?? createRate({ perMinute: DEFAULT_LIMITS.checksPerMinute, clock });
    rates.set(key, known);
    return known;
  }

  const make = (access: Access, rate: Rate) =>
    createServiceClient({ ...access, account: access.label, fetch, clock, rate, slots, limits, closing });

  return {
    client(accountId: string, access: Access): Result<ServiceClient> {
      const known = clients.get(accountId);
      if (known !== undefined && same(known.access, access)) return ok(known.client);
      const rate = rateOf(access);
      const made = make(access, rate);
      if (!made.ok) return made;
      clients.set(accountId, { access, rate, client: made.value });
      return made;
    },
    /** Returns a client for a key that is not stored yet. */
    trial: (access: Access) => make(access, rateOf(access)),
    /** Returns whether `client` still has the account's key, URL and label. */
    isCurrent: (accountId: string, client: ServiceClient) => clients.get(accountId)?.client === client,
    drop: (accountId: string) => void clients.delete(accountId),
    checks: (accountId: string) =>
      clients.get(accountId)?.rate.state() ?? {
        waiting: 0,
        perMinute: DEFAULT_LIMITS.checksPerMinute,
        secondsToLast: 0,
      },
    clear() {
      clients.clear();
      rates.clear();
    },
  };
}

function same(a: Access, b: Access): boolean {
  return a.baseUrl === b.baseUrl && a.apiKey === b.apiKey && a.label === b.label;
}
