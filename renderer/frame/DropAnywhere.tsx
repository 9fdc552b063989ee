import { Center, Overlay, Stack, Text } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { frameWords } from "../words/frame.ts";
import { useFiles } from "./files.tsx";

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

export function DropAnywhere() {
  const { take } = useFiles();
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
      if (!carriesFiles(event)) return;
      event.preventDefault();
      void take([...(event.dataTransfer?.files ?? [])]);
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
  }, [take]);

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
