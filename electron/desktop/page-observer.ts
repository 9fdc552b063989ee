import { type Settings, settingsSchema } from "../../shared/bridge/app.ts";
import { listCalls } from "../../shared/bridge/lists.ts";
import type { Result } from "../../shared/result.ts";
import type { OwnFiles } from "./own-files.ts";

export interface PageObserverOptions {
  readonly ownFiles: OwnFiles;
  readonly onListOpened: (path: string) => void;
  readonly onAppearance: (appearance: Settings["appearance"]) => void;
}

/** Learns from the page's calls and the engine's answers what the system should know: recent files, appearance, files written. */
export function createPageObserver(options: PageObserverOptions) {
  return (call: string, input: unknown, answer: Result<unknown>): void => {
    if (!answer.ok) return;
    options.ownFiles.learn(call, answer.value);
    if (call === "lists.open") {
      const asked = listCalls["lists.open"].input.safeParse(input);
      if (asked.success && asked.data.source.kind === "path") options.onListOpened(asked.data.source.path);
    }
    if (call === "settings.get" || call === "settings.set") {
      const settings = settingsSchema.safeParse(answer.value);
      if (settings.success) options.onAppearance(settings.data.appearance);
    }
  };
}
