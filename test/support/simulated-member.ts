import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eraseTasks } from "../../electron/engine/erase/thread-tasks.ts";
import { type Archive, CLAIM, createLedger, openArchive } from "../../electron/engine/ledger/index.ts";
import { OUTCOME_CODE } from "../../electron/engine/memory/fact-columns.ts";
import { listedImports } from "../../electron/engine/memory/import-store.ts";
import {
  createSources,
  type PeopleToErase,
  readErased,
  USER,
  writeSharedFacts,
} from "../../electron/engine/memory/index.ts";
import { factsAbout } from "../../electron/engine/memory/known-facts.ts";
import { layoutOf, openJournal } from "../../electron/engine/store/index.ts";
import type { TeamAccess } from "../../electron/engine/team/connect.ts";
import { createTeamSync, type TeamOptions } from "../../electron/engine/team/team.ts";
import { teamTasks } from "../../electron/engine/team/thread-tasks.ts";
import { foldedColumns, lookupKeysOf } from "../../electron/engine/text/index.ts";
import { ok } from "../../shared/result.ts";
import { SOURCE_CODE, VERDICT_CODE } from "../../shared/verdicts.ts";
import { unwrap } from "./unwrap.ts";

const SCOPE = "https://service.example";
/** Number of plans after which a start counts as endless. */
const MAX_PLANS = 20;
const ANY_AGE = { now: Number.MAX_SAFE_INTEGER, freshAfter: 0, freshAfterUnknown: 0 };

/** The verification service, which survives every kill. */
export interface SimulatedService {
  /** Charges the addresses. `toldPaid`: those of which the price said that they may be paid for already. */
  charge(cleaningId: string, addresses: readonly string[], toldPaid: ReadonlySet<string>): void;
}

interface Work {
  readonly cleaningId: string;
  readonly addresses: readonly string[];
  readonly toldPaid: ReadonlySet<string>;
  isCharged: boolean;
}

/** A member's Winnow, reduced to its journal, its archive and the real team room. Each step can be interrupted. */
export type SimulatedMember = ReturnType<typeof createSimulatedMember>;

export function createSimulatedMember(folder: string, access: () => TeamAccess, service: SimulatedService) {
  const layout = layoutOf(folder);
  let wall = Date.UTC(2026, 0, 1);
  let monotonic = 0;
  // Timers don't run: the test decides when a member syncs.
  const clock = { now: () => wall, monotonic: () => monotonic, after: () => () => {} };
  /** People whom the team has erased, who are still to be erased here. */
  let toErase: PeopleToErase | null = null;
  const context = { progress() {} };
  /** Cleanings that were committed and whose results have not been ingested, as the journal keeps them. */
  const open: Work[] = [];
  let process = start();

  function start() {
    const journal = unwrap(openJournal(layout.journal, join(folder, "backups")));
    const ledger = createLedger(journal, (scope) => team.claims(scope));
    const sources = createSources({ journal, layout, clock });
    const runner = {
      run: (name: keyof typeof teamTasks, input: never) => teamTasks[name](input, context),
    };
    const team = createTeamSync({
      journal,
      layout,
      ledger,
      sources,
      runner: runner as unknown as TeamOptions["runner"],
      clock,
      emit() {},
      log() {},
      connection: {
        access: async () => ok(access()),
        isForRun: () => true,
        describe: () => ({ server: "", url: "", user: "" }),
      },
      isReadOnly: false,
      changed() {},
      erase(people) {
        toErase = people;
      },
      closing: new AbortController().signal,
    });
    return { journal, ledger, sources, team };
  }

  /** Plans a cleaning of the addresses as `cleanings/price/plan.ts` does, and claims them in the archive. */
  function plan(cleaningId: string, addresses: readonly string[]) {
    const archive = openArchive(layout.archive);
    try {
      return archive.exclusively(() => {
        const keys = lookupKeysOf(foldedColumns(addresses));
        const { claim } = archive.claimed(SCOPE, keys, process.ledger.claims(SCOPE, 0));
        const known = archive.lookUp(SCOPE, keys, ANY_AGE);
        const partOf = new Uint16Array(addresses.length);
        const erased = readErased(layout);
        const selected = addresses.filter(
          (one, at) => known.verdict[at] === 0 && claim[at] !== CLAIM.open && erased?.has(one) !== true,
        );
        const isSelected = new Set(selected);
        for (const [at, one] of addresses.entries()) if (isSelected.has(one)) partOf[at] = 1;
        if (selected.length > 0)
          archive.claim(SCOPE, cleaningId, { sortedAddresses: keys, parts: 1, partOf });
        const toldPaid = new Set(addresses.filter((_, at) => claim[at] === CLAIM.lost));
        return { selected, toldPaid };
      });
    } finally {
      archive.close();
    }
  }

  function withArchive<T>(use: (archive: ReturnType<typeof openArchive>) => T): T {
    const archive = openArchive(layout.archive);
    try {
      return use(archive);
    } finally {
      archive.close();
    }
  }

  const addressKeys = (addresses: readonly string[]) => lookupKeysOf(foldedColumns(addresses));

  /** Ingests deliverable verdicts of the addresses as a cleaning's only part. */
  function store(
    archive: Archive,
    cleaningId: string,
    addresses: readonly string[],
    at: number,
    scope = SCOPE,
  ): void {
    const size = addresses.length;
    archive.ingestPart(scope, cleaningId, 1, at, {
      folded: foldedColumns(addresses),
      addresses: Uint32Array.from({ length: size }, (_, row) => row),
      missing: new Uint32Array(),
      verdict: new Uint8Array(size).fill(VERDICT_CODE.deliverable),
      flags: new Uint8Array(size),
      source: new Uint8Array(size).fill(SOURCE_CODE.service),
      verifiedAt: new Float64Array(size).fill(at),
    });
  }

  return {
    /** Ends the process without a word and starts it again. */
    restart(): void {
      process.journal.close();
      toErase = null;
      process = start();
      // As `recoverLedger`: claims of cleanings that were never committed are dropped.
      const ids = new Set(process.ledger.ofParts().map(({ cleaningId }) => cleaningId));
      withArchive((archive) => archive.dropClaims((id) => id.startsWith("team-") || ids.has(id)));
    },
    async sync(): Promise<boolean> {
      return (await process.team.sync()).ok;
    },
    /** Returns the problem of the last sync. */
    problem: () => process.team.state().problem,
    /** Returns the batches that were not taken in. */
    skipped: () => process.team.records.team()?.skipped ?? [],
    /** Cleans addresses; the results are shared by the next sync. */
    async clean(addresses: readonly string[]): Promise<void> {
      await this.start(addresses);
      await this.charge();
      this.ingest();
    },
    /**
     * Starts a cleaning; `act` runs between its claim and its commit. Returns `false` if the server could not be asked;
     * nothing is started then.
     */
    async start(addresses: readonly string[], act?: () => Promise<unknown>): Promise<boolean> {
      let replaces: string | null = null;
      for (let plans = 0; ; plans++) {
        if (plans > MAX_PLANS) throw new Error(`a start was planned ${plans} times`);
        const cleaningId = randomUUID();
        const plannedAt = process.team.position();
        const { selected, toldPaid } = plan(cleaningId, addresses);
        if (selected.length === 0) {
          if (replaces !== null) process.team.endStart(replaces);
          return true;
        }
        const claimed = await process.team.claim(SCOPE, cleaningId, plannedAt, replaces);
        if (claimed.ok && claimed.value === "claimed") {
          await act?.();
          // The journal's row of the cleaning is needed by the ledger's foreign key.
          process.journal.db.pragma("foreign_keys = OFF");
          process.journal.commit(() =>
            process.ledger.begin(
              SCOPE,
              cleaningId,
              [{ ordinal: 1, addresses: selected.length }],
              clock.now(),
            ),
          );
          open.push({ cleaningId, addresses: selected, toldPaid, isCharged: false });
        } else withArchive((archive) => archive.deleteCleaning(cleaningId));
        process.team.endStart(cleaningId);
        if (replaces !== null) process.team.endStart(replaces);
        if (!claimed.ok) return false;
        if (claimed.value === "claimed") return true;
        replaces = cleaningId;
      }
    },
    /** Lets the oldest open cleaning be charged, if its claim still holds. */
    async charge(): Promise<void> {
      const work = open.find(({ isCharged }) => !isCharged);
      if (work === undefined) return;
      const { cleaningId } = work;
      const refusal = await process.team.refusalOf({ id: cleaningId, scope: SCOPE, options: {} }, 1);
      if (refusal !== null && refusal.code !== "team_taken_over") return;
      if (refusal !== null) {
        open.splice(open.indexOf(work), 1);
        process.journal.commit(() => process.ledger.mark(cleaningId, 1, "released", false, clock.now()));
        withArchive((archive) => archive.deleteCleaning(cleaningId));
        return;
      }
      process.journal.commit(() => process.ledger.mark(cleaningId, 1, "perhaps_charged", true, clock.now()));
      service.charge(cleaningId, work.addresses, work.toldPaid);
      work.isCharged = true;
    },
    /** Ingests the results of the oldest charged cleaning. */
    ingest(): void {
      const work = open.find(({ isCharged }) => isCharged);
      if (work === undefined) return;
      withArchive((archive) => store(archive, work.cleaningId, work.addresses, clock.now()));
      process.journal.commit(() => process.ledger.mark(work.cleaningId, 1, "answered", false, clock.now()));
      open.splice(open.indexOf(work), 1);
    },
    isBusy: () => open.length > 0,
    /** Returns the addresses of started cleanings whose results have not been ingested. */
    pending: () => open.flatMap(({ addresses }) => addresses),
    /** Stores verdicts of cleanings from before the team, one for each address. */
    remember(addresses: readonly string[], scope = SCOPE): void {
      withArchive((archive) =>
        archive.exclusively(() => {
          for (const [at, one] of addresses.entries()) store(archive, randomUUID(), [one], at + 1, scope);
        }),
      );
    },
    /** Stores the verdict of a single check. */
    check: (address: string, scope = SCOPE) =>
      withArchive((archive) => {
        archive.storeCheck(scope, { address, verdict: "deliverable", flags: [], at: wall });
      }),
    /** Adds a suppression list, or the same people as a mailing; `time` is 0 for entries without a date. */
    async suppress(
      entries: readonly string[],
      kind: "suppression" | "sent" = "suppression",
      time = 0,
    ): Promise<void> {
      const [id, folded, size] = [randomUUID(), foldedColumns(entries), entries.length];
      const { code, at } = {
        code: new Uint8Array(size).fill(OUTCOME_CODE.suppressed),
        at: new Float64Array(size).fill(time),
      };
      const written = unwrap(
        writeSharedFacts(`${layout.facts(id)}.new`, { entries: folded, code, at }, layout.erased),
      );
      const arrival = { ...written, name: "", kind, source: USER, assumedAt: wall } as const;
      await process.sources.enter(id, arrival);
    },
    /** Returns the sources of facts, own and shared ones. */
    imports: () => listedImports(process.journal),
    /** Returns the times of the stored outcomes of an address. */
    outcomeTimes: (address: string) => unwrap(factsAbout(layout, address)).map(({ at }) => at),
    /** Erases people here; without any, those whom the team has erased according to the last sync. Returns `false` if there is no one to erase. */
    async erase(people = toErase): Promise<boolean> {
      if (people === null) return false;
      process.journal.close();
      unwrap(await eraseTasks["erase.all"]({ dataDir: folder, people, app: "", at: wall }, context));
      toErase = null;
      process = start();
      return true;
    },
    /** Time passes: leases are no longer known to be safe. `isSuspended`: monotonic time stands still. */
    sleep(isSuspended = false) {
      wall += 60 * 60_000;
      if (!isSuspended) monotonic += 60 * 60_000;
    },
    /** Sets the wall clock forward or back. */
    setClock(by: number): void {
      wall += by;
    },
    /** Returns which addresses a colleague or another cleaning is verifying. */
    awaits: (addresses: readonly string[]) =>
      withArchive((archive) => {
        const { claim } = archive.claimed(SCOPE, addressKeys(addresses), process.ledger.claims(SCOPE, 0));
        return addresses.map((_, at) => claim[at] === CLAIM.open);
      }),
    /** Returns the stored verdicts of an address. */
    history: (address: string) => withArchive((archive) => archive.history([address], SCOPE)[0] ?? []),
    /** Returns the number of stored verdicts of each address. */
    verdicts: (addresses: readonly string[]) =>
      withArchive((archive) => archive.history(addresses, SCOPE).map((entries) => entries.length)),
    close: () => process.journal.close(),
  };
}
