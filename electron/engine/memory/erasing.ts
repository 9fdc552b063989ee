import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { ListSource } from "../../../shared/bridge/lists.ts";
import type { CallOutput } from "../../../shared/bridge.ts";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { Handlers } from "../handlers.ts";
import type { Layout, TaskRunner } from "../store/index.ts";
import { entriesIn, WILDCARD } from "./entries.ts";
import { allowErased, type HashedPeople, noteErased, type PeopleToErase, readErased } from "./erased.ts";
import { extractEntries, type OpenedLists } from "./extract-entries.ts";
import { readFacts } from "./facts.ts";
import type { Sources } from "./import-store.ts";
import type { MemoryTasks } from "./thread-tasks.ts";

/** Result of an erasure; `unread` names files and lists that could not be searched. */
type ErasedEntries = Omit<CallOutput<"memory.erase">, "entries" | "incomplete" | "team"> & {
  unread: string[];
};

/** Erases people from all stored data, while none of it is open. */
export type Erase = (people: PeopleToErase, signal: AbortSignal) => Promise<Result<ErasedEntries>>;

export interface EraseCallsOptions {
  readonly layout: Layout;
  readonly sources: Pick<Sources, "arriving">;
  readonly runner: Pick<TaskRunner<MemoryTasks>, "run">;
  readonly lists: OpenedLists;
  readonly erase: Erase;
  /**
   * Erases the entries from the team's server before they are erased here. Problem: `erase_team_away`. The value is
   * `null` without a team.
   */
  readonly eraseFromTeam: (
    entries: readonly string[],
    signal: AbortSignal,
  ) => Promise<Result<TeamErasure | null>>;
  /**
   * Lets the entries back in for the whole team; without one, does nothing. Problems: `allow_team_owner`,
   * `allow_team_away`.
   */
  readonly allowInTeam: (entries: readonly string[], signal: AbortSignal) => Promise<Result<null>>;
}

/** Result of an erasure on the team's server; `owner`: only this member may erase there. */
export type TeamErasure =
  | {
      readonly kind: "erased";
      readonly facts: number;
      readonly waiting: readonly string[];
      /** The people as the team knows them. */
      readonly people: HashedPeople;
    }
  | { readonly kind: "owner_needed"; readonly owner: string };

export function createEraseCalls(
  options: EraseCallsOptions,
): Handlers<"memory.erase" | "memory.allowErased"> {
  const { layout, lists, runner, sources, erase } = options;

  async function entriesOf(source: ListSource, signal: AbortSignal): Promise<Result<string[]>> {
    const opened = await lists.open(source, signal);
    if (!opened.ok) return opened;
    const { listId } = opened.value;
    const target = sources.arriving(randomUUID());
    try {
      const file = { listId, list: layout.list(listId), source, everyone: true, target, erased: "" };
      const taken = await extractEntries({ lists, runner }, file, signal);
      if (!taken.ok) return taken;
      const facts = readFacts(target, taken.value.facts);
      if (!facts.ok) return facts;
      return ok(Array.from({ length: facts.value.count }, (_, at) => facts.value.entry(at)));
    } finally {
      await lists.discard(listId);
      await rm(target, { force: true });
    }
  }

  return {
    async "memory.allowErased"({ entries: given }, { signal }) {
      const unclear = given.filter((one) => entriesIn(one).entries.length === 0);
      if (unclear.length > 0) return fail(problem("erase_unclear", { names: unclear }));
      const people = readErased(layout);
      const named = [...new Set(given.flatMap((one) => entriesIn(one).entries))];
      const entries = named.filter((entry) => people?.has(entry) === true);
      if (entries.length === 0) return fail(problem("erase_not_erased", { names: given }));
      const shared = await options.allowInTeam(entries, signal);
      if (!shared.ok) return shared;
      allowErased(layout, entries);
      return ok({ entries });
    },
    async "memory.erase"({ entries: given, source }, { signal }) {
      const inFile = source === undefined ? ok([]) : await entriesOf(source, signal);
      if (!inFile.ok) return inFile;
      const unclear = given.filter((one) => entriesIn(one).entries.length === 0);
      if (unclear.length > 0) return fail(problem("erase_unclear", { names: unclear }));
      const entries = [...new Set([...given.flatMap((one) => entriesIn(one).entries), ...inFile.value])];
      if (entries.length === 0) return fail(problem("erase_nobody", {}));
      // Only a domain itself can be recognised by its hash.
      const wildcards = entries.filter((entry) => entry.startsWith(WILDCARD));
      if (wildcards.length > 0) return fail(problem("erase_unclear", { names: wildcards }));
      const shared = await options.eraseFromTeam(entries, signal);
      if (!shared.ok) return shared;
      const erased = await erase(entries, signal);
      if (!erased.ok) return erased;
      const { unread, ...found } = erased.value;
      const unreadable = unread.length === 0 ? null : problem("erase_incomplete", { names: unread });
      const { value: team } = shared;
      if (team?.kind === "erased") noteErased(layout, team.people);
      const kept = team?.kind === "owner_needed" ? problem("erase_team_owner", { owner: team.owner }) : null;
      return ok({
        ...found,
        entries: entries.length,
        incomplete: unreadable ?? kept,
        ...(team?.kind === "erased" ? { team: { facts: team.facts, waiting: [...team.waiting] } } : {}),
      });
    },
  };
}
