import { ipcRenderer, webUtils } from "electron";
import type { ListSource } from "../../shared/bridge/lists.ts";
import type { BridgeEvent, PageBridge } from "../../shared/bridge.ts";
import { CALL_CHANNEL, EVENT_CHANNEL, FILES_CHANNEL } from "./channels.ts";

const MAX_KEPT = 200;

/** The preload's API for the page. It runs in the sandboxed renderer, only forwards messages and makes no decisions. */
export function createPageBridge(): PageBridge {
  const listeners = new Set<(event: BridgeEvent) => void>();
  const kept: BridgeEvent[] = [];
  ipcRenderer.on(EVENT_CHANNEL, (_event, event: BridgeEvent) => {
    if (listeners.size === 0 && kept.length < MAX_KEPT) kept.push(event);
    for (const listener of listeners) listener(event);
  });
  return {
    call: (name, input) => ipcRenderer.invoke(CALL_CHANNEL, { name, input }),
    listen(listener) {
      listeners.add(listener);
      for (const event of kept.splice(0)) listener(event);
      return () => {
        listeners.delete(listener);
      };
    },
    async receiveFiles(files) {
      const sources = await Promise.all(files.map(sourceOf));
      const paths = sources.flatMap((source) => (source.kind === "path" ? [source.path] : []));
      if (paths.length > 0) await ipcRenderer.invoke(FILES_CHANNEL, paths);
      return { ok: true, value: sources };
    },
  };
}

// A file dragged from another program without being on disk has no path: send its text.
async function sourceOf(file: File): Promise<ListSource> {
  const path = webUtils.getPathForFile(file);
  return path === "" ? { kind: "text", name: file.name, text: await file.text() } : { kind: "path", path };
}
