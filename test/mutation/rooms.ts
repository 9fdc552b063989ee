/** What is mutated together, and the tests that are to notice. */
export interface MutationRoom {
  /** The least part of its mutants that tests are to notice, in percent. */
  readonly mark: number;
  /** Globs below `test/`: the room's own tests, and others that decide about it and are fast. */
  readonly tests: readonly string[];
  /** Words are decided here, too, and tables are mutated although that takes all of the tests each time. */
  readonly hasWords?: boolean;
}

const CLI_IN_A_PROCESS =
  "{automation.long,bare-environment,gone-reader,node-environment,npm-run,packed,piped-lists,prompts,signals,watch}";

/** By folder. */
export const ROOMS: Readonly<Record<string, MutationRoom>> = {
  "electron/engine/ledger": {
    mark: 85,
    tests: [
      "unit/{ledger,cleanings/checks,erase,memory/imports,forecast/mailings}",
      "faults/{forgotten-checks,kept-addresses,replaced-key,single-check,suppression}",
    ],
  },
  "electron/engine/cleanings/part": { mark: 85, tests: ["unit/cleanings/part"] },
  "electron/engine/cleanings/price": {
    mark: 85,
    tests: ["unit/cleanings/price", "faults/{agreed-price,kept-addresses}"],
  },
  "electron/engine/cleanings/run": {
    mark: 75,
    tests: ["unit/cleanings/run", "unit/cleanings/*", "faults/{cancelling,endings,giving-up,starting}"],
  },
  "electron/engine/results/ingest": {
    mark: 75,
    tests: ["unit/results/ingest", "faults/results-files", "contract/results"],
  },
  "electron/engine/exports/formats": { mark: 85, tests: ["unit/exports"] },
  "electron/engine/memory": { mark: 85, tests: ["unit/memory", "faults/suppression"] },
  "electron/engine/vocabularies": {
    mark: 75,
    tests: ["unit/vocabularies", "unit/memory/{imports,recipients}"],
    hasWords: true,
  },
  "electron/engine/erase": { mark: 85, tests: ["unit/erase", "faults/erased"] },
  "electron/engine/store/backups": {
    mark: 75,
    tests: ["unit/store/backups", "faults/{restores,spoiled-backups,backups}"],
  },
  "electron/engine/forecast": { mark: 75, tests: ["unit/forecast"] },
  "electron/hosts/cli/commands": { mark: 75, tests: ["hosts/cli"] },
  "renderer/stores": { mark: 75, tests: ["unit/renderer/stores"] },
  "electron/desktop": {
    mark: 75,
    tests: [
      "unit/desktop/{activity,granted-paths,host-calls,life,menu,network,page-bridge,security,updates}",
    ],
  },
};

/** The files of tests that a room's mutants are put to. */
export function testsOf({ tests }: MutationRoom): { include: string[]; exclude: string[] } {
  return {
    include: tests.flatMap((glob) => [
      `test/${glob}.test.ts`,
      ...(glob.endsWith("*") ? [] : [`test/${glob}/**/*.test.ts`]),
    ]),
    exclude: [`test/hosts/cli/${CLI_IN_A_PROCESS}.test.ts`],
  };
}
