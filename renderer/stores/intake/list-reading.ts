import type { ListSource, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import {
  type Corrections,
  canBePriced,
  type Intake,
  type IntakeContext,
  NOTHING_READ,
} from "./open-lists.ts";
import type { Pricing } from "./price-requests.ts";

/** Looks up the domains of lists. `correct` accepts corrections of a list. */
export function createDomainLooks(
  { bridge, lists }: IntakeContext,
  correct: (key: string, corrections: Corrections) => Promise<Problem | null>,
) {
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
      const lookup = await bridge.call("domains.look", { listId });
      if (asked.get(key) !== turn || find(key)?.domains.kind !== "looking") return;
      change(key, {
        domains: lookup.ok
          ? { kind: "looked", found: lookup.value }
          : { kind: "failed", problem: lookup.problem },
      });
    },
    progress(listId: string, { done, total }: { done: number; total: number }): void {
      const intake = lists.all().find((one) => one.listId === listId && one.domains.kind === "looking");
      if (intake) change(intake.key, { domains: { kind: "looking", done, total } });
    },
    async correctTypos(key: string): Promise<Problem | null> {
      const { domains } = find(key) ?? {};
      if (domains?.kind !== "looked") return null;
      return await correct(key, { addresses: domains.found.deadTypos, accept: true });
    },
  };
}

function nameOf(source: ListSource): string {
  switch (source.kind) {
    case "path":
      return source.path.split(/[\\/]/).pop() || source.path;
    case "text":
      return source.name;
    case "upload":
    case "sample":
      return "";
  }
}

/** Opens and reads lists. */
export function createReading(
  { bridge, lists, startLimit, looksUpDomains }: IntakeContext,
  price: Pricing["ask"],
  lookUp: (key: string) => Promise<void>,
) {
  const { find, change, drop } = lists;

  async function readAs(key: string, options: ReadOptions): Promise<void> {
    const intake = find(key);
    if (!intake?.listId) return;
    change(key, { readOptions: options, reading: NOTHING_READ, problem: null, price: null });
    const read = await bridge.call("lists.read", { listId: intake.listId, options });
    if (read.ok) change(key, { preflight: read.value, reading: null });
    else if (read.problem.code === "cancelled" && !find(key)?.preflight) drop(key);
    else change(key, { reading: null, problem: read.problem });
  }

  async function open(intake: Intake, source: ListSource | undefined): Promise<void> {
    if (source === undefined) return;
    const opened = await bridge.call("lists.open", { source });
    if (!opened.ok) return change(intake.key, { reading: null, problem: opened.problem });
    const { listId, name } = opened.value;
    // `resume` may have added the same list before this response arrived.
    lists.show(lists.all().filter((one) => one.listId !== listId));
    change(intake.key, { listId, name });
    await readAs(intake.key, intake.readOptions);
    const { preflight, autoStartLimit } = find(intake.key) ?? {};
    // Without automatic start, the view requests the price when it shows the list; don't request it twice.
    if (!autoStartLimit?.accountId || autoStartLimit.underCredits === 0 || !preflight) return;
    // Look up domains first, so that addresses at dead domains are not paid for.
    if (canBePriced(preflight) && looksUpDomains()) await lookUp(intake.key);
    if (canBePriced(preflight)) await price(intake.key, autoStartLimit.accountId);
    else change(intake.key, { autoStartLimit: null });
  }

  return {
    readAs,
    async add(sources: readonly ListSource[], showsPrice: boolean): Promise<boolean> {
      const drop = lists.nextDrop("drop");
      // Files added together may be merged, so they never start automatically.
      const autoStartLimit = showsPrice || sources.length > 1 ? null : startLimit();
      const added = sources.map((source) => ({
        ...lists.fresh(nameOf(source), drop),
        autoStartLimit: autoStartLimit && { ...autoStartLimit },
      }));
      lists.show([...added, ...lists.all()]);
      await Promise.all(added.map((intake, at) => open(intake, sources[at])));
      return added.every(({ key }) => (find(key)?.problem ?? null) === null);
    },
  };
}
