import { appCalls, type Settings, settingsSchema } from "../../shared/bridge/app.ts";
import { listCalls } from "../../shared/bridge/lists.ts";
import type { Result } from "../../shared/result.ts";
import type { GrantedPaths, OwnFiles } from "./file-access.ts";

export interface PageObserverOptions {
  readonly ownFiles: OwnFiles;
  readonly granted: GrantedPaths;
  readonly onListOpened: (path: string) => void;
  readonly onErased: () => void;
  readonly onAppearance: (appearance: Settings["appearance"]) => void;
}

const infoSchema = appCalls["app.info"].output;

/** Observes calls and results to update recent files, the appearance, and the files that may be accessed. */
export function createPageObserver(options: PageObserverOptions) {
  return (call: string, input: unknown, answer: Result<unknown>): void => {
    if (!answer.ok) return;
    options.ownFiles.addFromResult(call, answer.value);
    if (call === "lists.open") {
      const asked = listCalls["lists.open"].input.safeParse(input);
      if (asked.success && asked.data.source.kind === "path") options.onListOpened(asked.data.source.path);
    }
    if (call === "memory.erase") options.onErased();
    if (call === "app.info") {
      const last = infoSchema.safeParse(answer.value).data?.lastBackup;
      if (last) options.granted.grantRead(last);
    }
    if (call === "settings.get" || call === "settings.set") {
      const settings = settingsSchema.safeParse(answer.value);
      if (settings.success) options.onAppearance(settings.data.appearance);
    }
  };
}
