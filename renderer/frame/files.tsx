import { Center, Overlay, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconFileDownload } from "@tabler/icons-react";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from "react";
import type { ListSource } from "../../shared/bridge/lists.ts";
import { droppedBehindDialog, folderDropped } from "../../shared/problems/page.ts";
import type { Words } from "../../shared/problems/wording.ts";
import { go } from "../navigation.ts";
import { useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Returns whether a dialog hides the screen that would show a dropped file. */
function isBehindDialog(): boolean {
  return document.querySelector("[aria-modal=true]") !== null;
}

/** Separates dropped files from folders; browsers provide both as files. */
function droppedIn(transfer: DataTransfer): { readonly files: File[]; readonly folders: string[] } {
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory === true;
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const folders = items.filter(isFolder).flatMap((item) => item.getAsFile()?.name ?? []);
  const files = items.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
  return { files, folders };
}

export function DropAnywhere() {
  const { take } = useFiles();
  const { desk } = useWinnow();
  const [over, setOver] = useState(false);

  const enter = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setOver(!isBehindDialog());
  };
  useWindowEvent("dragenter", enter);
  useWindowEvent("dragover", enter);
  useWindowEvent("dragleave", (event) => {
    if (event.relatedTarget === null) setOver(false);
  });
  useWindowEvent("drop", (event) => {
    setOver(false);
    if (!carriesFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    const { files, folders } = droppedIn(event.dataTransfer);
    const refuse = (words: Words) =>
      desk.getState().notify({ kind: "problem", problem: { code: "file_unreadable", ...words } });
    const [file] = files;
    if (file !== undefined && isBehindDialog()) return refuse(droppedBehindDialog(file.name, files.length));
    void take(files);
    const [folder] = folders;
    if (folder !== undefined) refuse(folderDropped(folder, folders.length));
  });

  if (!over) return null;
  return (
    <Overlay
      fixed
      zIndex={400}
      p="md"
      color="var(--w-page)"
      backgroundOpacity={0.85}
      style={{ pointerEvents: "none" }}
    >
      <Center h="100%" bd="2px dashed ink" bdrs="lg">
        <Stack align="center" gap={6}>
          <IconFileDownload size={40} stroke={1.4} aria-hidden="true" />
          <Text size="xl" fw={600}>
            {frameWords.dropTitle}
          </Text>
          <Text c="dimmed">{frameWords.dropDetail}</Text>
        </Stack>
      </Center>
    </Overlay>
  );
}

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
        accept=".csv,.tsv,.tab,.txt,.xlsx,.ods,.json,.jsonl,.ndjson,.gz,.zip,.eml,.mbox,text/csv,text/plain"
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
