type Promised = "P1" | "P2" | "P3" | "P4" | "P5" | "P6" | "P7" | "P8" | "P9" | "P10" | "P11";

/** The tests that must notice a mutation: random sequences, or those of a file whose names contain `named`. */
export type Catcher =
  | { readonly kind: "sequences"; readonly seed?: number }
  | { readonly kind: "tests"; readonly file: string; readonly named?: string };

/** A plausible programming mistake that breaks a promise. */
export interface Mutation {
  readonly promise: Promised;
  /** Description for the report if the mutation escapes. */
  readonly breaks: string;
  readonly file: string;
  /** Text that occurs in the file exactly once. */
  readonly text: string;
  readonly replacement: string;
  readonly caughtBy: Catcher;
}

const sequences = (seed?: number): Catcher => ({ kind: "sequences", seed });
const tests = (file: string, named?: string): Catcher => ({ kind: "tests", file, named });
const scene = (named: string): Catcher => tests("test/promises/scenes.test.ts", named);

/** Mutations that only tests with processes, hosts or sequences can detect; `npm run mutate` covers single modules. */
export const MUTATIONS: readonly Mutation[] = [
  {
    promise: "P1",
    breaks: "an existing file at the output path is replaced without consent",
    file: "electron/engine/exports/files/place.ts",
    text: "if (!isAgreed) return fail",
    replacement: "if (replaces !== null && !isAgreed) return fail",
    caughtBy: scene("a file that appears"),
  },
  {
    promise: "P1",
    breaks: "the user's own list is replaced by its cleaned list",
    file: "electron/engine/exports/files/place.ts",
    text: "if (neverReplace.some((one) => isSameFile(one, found.path, existing)))",
    replacement: "if (neverReplace.every((one) => isSameFile(one, found.path, existing)))",
    caughtBy: scene("own list is not replaced"),
  },
  {
    promise: "P1",
    breaks: "a file is written in place instead of to a temporary file",
    file: "electron/engine/exports/files/atomic-write.ts",
    text: "    renameSync(temporary.path, path);\n  }\n  syncFolder",
    replacement:
      '    process.getBuiltinModule("node:fs").copyFileSync(temporary.path, path);\n  }\n  if (existing !== null) return ok(null);\n  syncFolder',
    caughtBy: scene("leaves the old or the new one"),
  },
  {
    promise: "P2",
    breaks: "the last row of a copied list is left out",
    file: "electron/engine/exports/formats/exact.ts",
    text: "  for (let at = 0; at < rows.length; ) {",
    replacement: "  for (let at = 0; at < rows.length - 1; ) {",
    caughtBy: sequences(),
  },
  {
    promise: "P3",
    breaks: "what a backup holds as unsent is sent and paid for again without consent",
    file: "electron/engine/store/backups/stage.ts",
    text: "json_set(record, '$.agreed', 0,",
    replacement: "json_set(record, '$.agreed', json_extract(record, '$.agreed'),",
    caughtBy: scene("a backup holds as unsent"),
  },
  {
    promise: "P3",
    breaks: "a single check whose response was lost with the process is sent again automatically",
    file: "electron/engine/cleanings/part/machine.ts",
    text: '  if (state.kind === "checking") return uncertainCheck(record);',
    replacement: '  if (state.kind === "checking") return to(record, { kind: "queued" }, "check.lost");',
    caughtBy: scene("whose check was interrupted at after:check"),
  },
  {
    promise: "P3",
    breaks: "a check is sent without a claim, and paid for again after the process was killed",
    file: "electron/engine/cleanings/checks/sending.ts",
    text: "const claimed = options.claim(scope, address);",
    replacement: "const claimed = ok<number | null>(null);",
    caughtBy: scene("a single check whose response was lost"),
  },
  {
    promise: "P3",
    breaks: "two Winnows have one data folder",
    file: "electron/engine/store/lock.ts",
    text: 'db.exec("BEGIN EXCLUSIVE");',
    replacement: 'db.exec("BEGIN");',
    caughtBy: scene("another Winnow"),
  },
  {
    promise: "P4",
    breaks: "a key is sent to another origin than the one it was entered for",
    file: "electron/engine/accounts/api-keys.ts",
    text: "  if (originOf(row.base_url) === origin) return ok(key);",
    replacement: '  if (origin !== "") return ok(key);',
    caughtBy: scene("a key does not follow"),
  },
  {
    promise: "P4",
    breaks: "a redirect to another origin receives the key",
    file: "electron/engine/service/transport.ts",
    text: '      if (next?.origin !== base.origin) return { code: "service_redirect" };',
    replacement: '      if (next === null) return { code: "service_redirect" };',
    caughtBy: scene("a redirect to another origin"),
  },
  {
    promise: "P5",
    breaks: "a request from another site's page is accepted",
    file: "electron/hosts/browser/request-origin.ts",
    text: "if (sender.origin !== undefined && sender.origin !== origin) return false;",
    replacement: "if (sender.origin !== undefined && sender.origin === null) return false;",
    caughtBy: tests("test/hosts/browser/request-origin.test.ts"),
  },
  {
    promise: "P5",
    breaks: "a request for a rebound host name is accepted",
    file: "electron/hosts/browser/request-origin.ts",
    text: "if (sender.host !== new URL(origin).host) return false;",
    replacement: "if (sender.host === undefined) return false;",
    caughtBy: tests("test/hosts/browser/request-origin.test.ts"),
  },
  {
    promise: "P5",
    breaks: "a frame within Winnow's window calls the engine",
    file: "electron/desktop/page-calls.ts",
    text: "frame !== null && frame.parent === null && isAppUrl(frame.url)",
    replacement: "frame !== null && isAppUrl(frame.url)",
    caughtBy: tests("test/unit/desktop/security.test.ts"),
  },
  {
    promise: "P6",
    breaks: "what waits for credits does not continue after a top-up",
    file: "electron/engine/cleanings/run/balance-checks.ts",
    text: "    for (const part of credits.affordable(accountId, read))",
    replacement: "    for (const part of credits.affordable(accountId, read).slice(1))",
    caughtBy: scene("waits for credits continues"),
  },
  {
    promise: "P6",
    breaks: "a waiting cleaning does not show what it waits for",
    file: "electron/engine/cleanings/waiting.ts",
    text: 'if (state.kind === "uncertain") return "user";',
    replacement: 'if (state.kind === "uncertain") return null;',
    caughtBy: scene("whose check was interrupted at after:check"),
  },
  {
    promise: "P7",
    breaks: "a request body of any length is read",
    file: "electron/serving/read-body.ts",
    text: "if (length > mostBytes) return null;",
    replacement: "if (chunk.length > mostBytes) return null;",
    caughtBy: tests("test/hosts/browser/limits.test.ts"),
  },
  {
    promise: "P7",
    breaks: "a response that does not end is read without a limit",
    file: "electron/engine/service/responses.ts",
    text: "if (size > limit) return null;",
    replacement: "if (pieces.length > limit) return null;",
    caughtBy: tests("test/contract/faults.test.ts", "endless-body"),
  },
  {
    promise: "P8",
    breaks: "a list's folder remains after the list's last cleaning is erased",
    file: "electron/engine/wiring/cleanings.ts",
    text: "      if (!isForgotten) return;",
    replacement: "      if (isForgotten) return;",
    caughtBy: scene("an erased list"),
  },
  {
    promise: "P8",
    breaks: "erased data remains in the databases' free pages",
    file: "electron/engine/store/journal.ts",
    text: 'db.pragma("secure_delete = ON");',
    replacement: 'db.pragma("secure_delete = OFF");',
    caughtBy: scene("an erased list"),
  },
  {
    promise: "P8",
    breaks: "verdicts of an erased cleaning remain in the archive",
    file: "electron/engine/cleanings/bin.ts",
    text: "      await options.forgetVerdicts(cleaningId, listId);",
    replacement: "",
    caughtBy: scene("an erased list"),
  },
  {
    promise: "P9",
    breaks: "a part cancelled before it was sent continues",
    file: "electron/engine/cleanings/actions.ts",
    text: 'executor.applyToAll(row.id, { type: "user.cancelled" }, () => {});',
    replacement: "void executor;",
    caughtBy: scene("cancelled before its upload"),
  },
  {
    promise: "P9",
    breaks: "a part that was being uploaded when the process was killed does not continue",
    file: "electron/engine/cleanings/part/machine.ts",
    text: '  if (state.kind !== "uploading") return null;\n  // Repeated uploads',
    replacement: '  if (state.kind === "uploading") return null;\n  // Repeated uploads',
    caughtBy: scene("killed during its upload"),
  },
  {
    promise: "P10",
    breaks: "known verdicts are left out of a cleaning's counts",
    file: "electron/engine/results/review/view/present-facts.ts",
    text: "totalsOf(verdict, source, () => true)",
    replacement: "totalsOf(verdict, source, (address) => source[address] !== SOURCE_CODE.known)",
    caughtBy: scene("a known address costs nothing"),
  },
  {
    promise: "P10",
    breaks: "a verdict is stored for another address",
    file: "electron/engine/results/ingest/ingest.ts",
    text: "  columns.verdict[address] = hasResult ? (found.verdict[address] ?? 0) : VERDICT_CODE.unknown;",
    replacement: "  columns.verdict[address] = hasResult ? (found.verdict[0] ?? 0) : VERDICT_CODE.unknown;",
    caughtBy: sequences(),
  },
  {
    promise: "P11",
    breaks: "a problem's text contains an undefined value",
    file: "shared/problems/cleanings.ts",
    text: "v.name}' is not there. Nothing",
    replacement: "Object(v).cleaning}' is not there. Nothing",
    caughtBy: scene("an erased list"),
  },
];
