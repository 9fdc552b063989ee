import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from "react";
import type { ListSource } from "../../shared/bridge/lists.ts";
import { go } from "../navigation.ts";
import { useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";

interface Files {
  /** Lets the user choose list files; they open on the Clean screen. */
  choose(): void;
  take(files: readonly File[]): Promise<void>;
}

const FilesContext = createContext<Files | null>(null);

/** Provides file selection: the host's dialog if it has one, otherwise the browser's. */
export function FilesProvider(props: { children: ReactNode }) {
  const { bridge, app, intake, desk } = useWinnow();
  const input = useRef<HTMLInputElement>(null);

  const take = useCallback(
    async (files: readonly File[]) => {
      if (files.length === 0) return;
      go("/clean");
      intake.getState().receive(files.map((file) => file.name));
      const sources: ListSource[] = [];
      // One at a time, so that an unreadable file doesn't block the others.
      for (const file of files) {
        const received = await bridge.receiveFiles([file]);
        if (received.ok) sources.push(...received.value);
        else desk.getState().notify({ kind: "problem", problem: received.problem });
      }
      intake.getState().receive([]);
      if (sources.length > 0) await intake.getState().add(sources);
    },
    [bridge, intake, desk],
  );

  const choose = useCallback(() => {
    if (app.getState().info?.host !== "desktop") return input.current?.click();
    void bridge.call("host.pickFiles", {}).then((picked) => {
      if (!picked.ok) return desk.getState().notify({ kind: "problem", problem: picked.problem });
      if (picked.value.sources.length === 0) return;
      go("/clean");
      void intake.getState().add(picked.value.sources);
    });
  }, [bridge, app, intake, desk]);

  const files = useMemo(() => ({ choose, take }), [choose, take]);
  return (
    <FilesContext value={files}>
      {props.children}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={frameWords.listFiles}
        accept=".csv,.tsv,.tab,.txt,.xlsx,.ods,.json,.jsonl,.ndjson,.gz,.zip,text/csv,text/plain"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          void take(chosen);
        }}
      />
    </FilesContext>
  );
}

export function useFiles(): Files {
  const files = useContext(FilesContext);
  if (!files) throw new Error("useFiles is used outside of FilesProvider");
  return files;
}
