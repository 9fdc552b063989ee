/** A folder or file to mutate, and the tests to run against its mutants. */
export interface MutationRoom {
  /** Minimum score of the nightly run in percent, to be raised with the score. 0 if it has not been measured. */
  readonly mark: number;
  /** Globs below `test/`: the folder's own tests, and other fast tests that cover it. */
  readonly tests: readonly string[];
  /** Also mutates strings, and tables although each of those mutants takes all tests. */
  readonly hasWords?: boolean;
}

const CLI_IN_A_PROCESS = "{gone-reader,node-environment,packed,piped-lists,prompts,signals,watch}";

export const ROOMS: Readonly<Record<string, MutationRoom>> = {
  "electron/engine/ledger": {
    mark: 80,
    tests: [
      "unit/{ledger,cleanings/checks,erase,memory/imports,forecast/mailings}",
      "faults/{forgotten-checks,kept-addresses,replaced-key,single-check,suppression}",
    ],
  },
  "electron/engine/cleanings/part": { mark: 90, tests: ["unit/cleanings/part"] },
  "electron/engine/cleanings/price": {
    mark: 84,
    tests: [
      "unit/cleanings/price",
      "faults/{agreed-price,kept-addresses,results-files}",
      "hosts/cli/forecast",
    ],
  },
  "electron/engine/cleanings/run": {
    mark: 0,
    tests: ["unit/cleanings/run", "unit/cleanings/*", "faults/{cancelling,endings,giving-up}"],
  },
  "electron/engine/results/ingest": {
    mark: 45,
    tests: ["unit/results/ingest", "faults/{results-files,late-results,quirks}", "contract/results"],
  },
  "electron/engine/exports/formats": { mark: 75, tests: ["unit/exports/{formats,write}"] },
  "electron/engine/memory": {
    mark: 50,
    tests: [
      "unit/{memory,erase}",
      "unit/forecast/mailings",
      "unit/cleanings/price/plan",
      "faults/suppression",
    ],
  },
  "electron/engine/vocabularies": {
    mark: 0,
    tests: ["unit/vocabularies", "unit/memory/{imports,recipients}"],
    hasWords: true,
  },
  "electron/engine/erase": { mark: 70, tests: ["unit/erase"] },
  "electron/engine/store/backups": {
    mark: 0,
    tests: ["unit/store/backups", "faults/{restores,spoiled-backups,backups}"],
  },
  "electron/engine/forecast": { mark: 68, tests: ["unit/forecast"] },
  "electron/hosts/cli/commands/agreement.ts": { mark: 88, tests: ["hosts/cli/{agreement,resume-price}"] },
  "electron/hosts/cli/commands": { mark: 0, tests: ["hosts/cli"] },
  "renderer/stores": { mark: 90, tests: ["unit/renderer/stores"] },
  "electron/desktop": {
    mark: 0,
    tests: [
      "unit/desktop/{activity,granted-paths,host-calls,life,menu,network,page-bridge,security,updates}",
    ],
  },
};

export function testsOf({ tests }: MutationRoom): { include: string[]; exclude: string[] } {
  return {
    include: tests.flatMap((glob) => [
      `test/${glob}.test.ts`,
      ...(glob.endsWith("*") ? [] : [`test/${glob}/**/*.test.ts`]),
    ]),
    exclude: [`test/hosts/cli/${CLI_IN_A_PROCESS}.test.ts`],
  };
}
