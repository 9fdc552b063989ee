import { foldAddress } from "../../shared/fold-addresses.ts";
import type { FaultySandbox } from "../support/faulty-sandbox/index.ts";

/** An account at a service, and what its user agreed to. */
export interface AccountLedger {
  readonly label: string;
  readonly key: string;
  readonly service: FaultySandbox;
  /** Records consent to `credits` for these addresses. Returns a function that reverts it if the call is refused. */
  agree(credits: number, addresses: readonly string[]): () => void;
  topUp(credits: number): void;
  /** Returns the charges in the service's records that exceed the agreements. */
  broken(): string[];
}

const FIRST_CREDITS = 400;
/** Cells beside the addresses, which must never be uploaded. */
const MARKS = /Näme \d+\b/g;

export function openBook(service: FaultySandbox, label: string): AccountLedger {
  service.createAccount({ label, credits: FIRST_CREDITS });
  let agreed = 0;
  const times = new Map<string, number>();
  const seen = new Set<string>();
  const count = (addresses: readonly string[], by: number) => {
    for (const address of new Set(addresses.map((one) => foldAddress(one))))
      times.set(address, (times.get(address) ?? 0) + by);
  };
  return {
    label,
    key: service.account(label).key,
    service,
    agree(credits, addresses) {
      agreed += credits;
      count(addresses, 1);
      return () => {
        agreed -= credits;
        count(addresses, -1);
      };
    },
    topUp: (credits) => service.topUp(label, credits),
    broken() {
      const found: string[] = [];
      const spent = spentBy(service, label);
      if (spent > agreed) found.push(`P3: ${label} paid ${spent}, agreed to ${agreed}`);
      for (const job of service.snapshot().jobs) {
        if (job.account !== label) continue;
        if (job.starts > 1) found.push(`P3: ${job.id} was started ${job.starts} times`);
        if (seen.has(job.id)) continue;
        seen.add(job.id);
        const uploaded = Buffer.from(service.uploaded(job.id) ?? []).toString("utf8");
        for (const [mark] of uploaded.matchAll(MARKS))
          found.push(`P8: ${job.id} was sent ${mark}, of a column beside the addresses`);
      }
      for (const [address, paid] of service.charges(label)) {
        const yes = times.get(address) ?? 0;
        if (paid > yes) found.push(`P3: ${address} was paid for ${paid} times, and agreed to ${yes} times`);
      }
      return found;
    },
  };
}

/**
 * Returns the credits spent on starts and single checks by the service's records. The balance also changes otherwise.
 */
function spentBy(service: FaultySandbox, label: string): number {
  const jobs = service.snapshot().jobs.filter(({ account }) => account === label);
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0);
  const inJobs = sum(jobs.map(({ gone, starts, total }) => (gone ? 0 : starts * total)));
  const checks = sum(service.charges(label).values()) - inJobs;
  return sum(jobs.map(({ charged }) => charged)) + checks;
}
