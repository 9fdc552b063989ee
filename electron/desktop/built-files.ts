import { fileURLToPath } from "node:url";

/** Paths of the built files, relative to the main bundle (out/main/main.js). */
export interface BuiltFiles {
  readonly preload: string;
  readonly pageDir: string;
  readonly samplePath: string;
  readonly dragImage: string;
  readonly badgeImage: string;
  /** Public key for updates on Linux. Self-made builds have none. */
  readonly updateKey: string;
  readonly workers: { readonly tasks: URL; readonly reader: URL };
  readonly sandboxWorker: URL;
}

export function builtFiles(bundle: URL): BuiltFiles {
  const at = (path: string) => fileURLToPath(new URL(path, bundle));
  return {
    preload: at("../preload/preload.cjs"),
    pageDir: at("../renderer"),
    samplePath: at("../../resources/sample.csv"),
    dragImage: at("../../resources/drag.png"),
    badgeImage: at("../../resources/badge.png"),
    updateKey: at("../../resources/update-key.pem"),
    workers: { tasks: new URL("./worker.js", bundle), reader: new URL("./reader.js", bundle) },
    sandboxWorker: new URL("./sandbox.js", bundle),
  };
}
