import { Center, Overlay, Stack, Text } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { folderDropped } from "../../shared/problems/page.ts";
import { useWinnow } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";
import { useFiles } from "./files.tsx";

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
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

  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      const { files, folders } = droppedIn(event.dataTransfer);
      void take(files);
      const [folder] = folders;
      if (folder !== undefined) {
        const problem = { code: "file_unreadable", ...folderDropped(folder, folders.length) } as const;
        desk.getState().notify({ kind: "problem", problem });
      }
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragover", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragover", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, [take, desk]);

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
