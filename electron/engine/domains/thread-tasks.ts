import { ok } from "../../../shared/result.ts";
import { openList } from "../lists/index.ts";
import type { ListLayout, Task } from "../store/index.ts";

/** Returns a list's folded domains, by distinct addresses descending. */
const ofList: Task<{ readonly list: ListLayout }, DomainCount[]> = async ({ list }) => {
  const opened = openList(list, { lazy: true });
  try {
    const addresses = new Uint32Array(opened.domains);
    for (const domain of opened.addressDomain) addresses[domain] = (addresses[domain] ?? 0) + 1;
    const counts = [...addresses.entries()].map(([id, count]) => ({
      domain: opened.domain(id),
      addresses: count,
    }));
    return ok(counts.filter((one) => one.addresses > 0).sort((a, b) => b.addresses - a.addresses));
  } finally {
    opened.close();
  }
};

export interface DomainCount {
  readonly domain: string;
  readonly addresses: number;
}

export const domainTasks = { "domains.ofList": ofList };
export type DomainTasks = typeof domainTasks;
