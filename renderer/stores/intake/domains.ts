import type { Problem } from "../../../shared/problems.ts";
import type { Bridge } from "../../bridge.ts";
import type { OpenLists } from "./open-lists.ts";

interface DomainLooksOptions {
  readonly bridge: Bridge;
  readonly lists: OpenLists;
  readonly refresh: (key: string) => Promise<void>;
}

export function createDomainLooks({ bridge, lists, refresh }: DomainLooksOptions) {
  const { find, change } = lists;
  /** The latest lookup per list, to ignore results for a previous reading. */
  const asked = new Map<string, number>();
  return {
    async ask(key: string): Promise<void> {
      const { listId, domains } = find(key) ?? {};
      if (!listId || domains?.kind === "looking") return;
      const turn = (asked.get(key) ?? 0) + 1;
      asked.set(key, turn);
      change(key, { domains: { kind: "looking", done: 0, total: 0 } });
      const looked = await bridge.call("domains.look", { listId });
      if (asked.get(key) !== turn || find(key)?.domains.kind !== "looking") return;
      change(key, {
        domains: looked.ok
          ? { kind: "looked", found: looked.value }
          : { kind: "failed", problem: looked.problem },
      });
    },
    progress(listId: string, { done, total }: { done: number; total: number }): void {
      const intake = lists.all().find((one) => one.listId === listId && one.domains.kind === "looking");
      if (intake) change(intake.key, { domains: { kind: "looking", done, total } });
    },
    async correctTypos(key: string): Promise<Problem | null> {
      const { listId, domains } = find(key) ?? {};
      if (!listId || domains?.kind !== "looked") return null;
      const addresses = domains.found.deadTypos;
      const done = await bridge.call("lists.acceptTypos", { listId, addresses, accept: true });
      if (!done.ok) return done.problem;
      await refresh(key);
      return null;
    },
  };
}
