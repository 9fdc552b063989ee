/**
 * Public surface of the engine for the hosts and the desktop. `createEngine` and `createReadOnlyEngine` are loaded on
 * demand from their own modules, because a process needs at most one of them. The build drops what a host doesn't use.
 */
export { createKeychain, type SessionAccount } from "./accounts/index.ts";
export { unsentCheck } from "./cleanings/checks/check-results.ts";
export { readPasted } from "./cleanings/checks/pasted-addresses.ts";
export { type Clock, systemClock } from "./clock.ts";
export { raceAbort } from "./concurrency.ts";
export type { Engine, EngineActivity, EngineOptions } from "./engine-types.ts";
export { defaultExportFilter, type KeptRows } from "./exports/default-filter.ts";
export { writeUserFile } from "./exports/files/atomic-write.ts";
export {
  checkTarget,
  inspectPath,
  STANDARD_OUTPUT,
  stampAt,
} from "./exports/files/place.ts";
export { safeFileName } from "./exports/files/safe-name.ts";
export { formatOfName, nameProblem } from "./exports/formats/file-names.ts";
export { MAX_LIST_BYTES } from "./lists/index.ts";
export { createNodeFetch, redact } from "./service/index.ts";
export type { Fetch } from "./service/types.ts";
export { checkFolderOwnership } from "./store/folder-ownership.ts";
export { layoutOf } from "./store/layout.ts";
export { holderOf } from "./store/lock.ts";
export { openLogFile } from "./store/log-file.ts";
export { makePrivateFolder, PRIVATE_FILE, takenNames } from "./store/private-files.ts";
export { startThread, type Thread } from "./store/threads.ts";
export { teamScript } from "./team/script.ts";
export { checkSyntax } from "./text/index.ts";
export { SOURCES, sourceNamed } from "./vocabularies/index.ts";
export { mappingOfSource } from "./vocabularies/mapping-source.ts";
