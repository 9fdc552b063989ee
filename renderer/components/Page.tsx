import { Box, Group, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { frameWords } from "../words/frame.ts";

export function Page(props: { title: string; actions?: ReactNode; wide?: boolean; children: ReactNode }) {
  useDocumentTitle(frameWords.windowTitle(props.title));
  return (
    <Box
      maw={props.wide ? "96rem" : "75rem"}
      mx="auto"
      px={{ base: "md", md: "lg" }}
      pt={{ base: "md", md: "lg" }}
      pb={{ base: "xl", md: 48 }}
    >
      <Group justify="space-between" mb="lg" gap="sm">
        <Title order={1} lts="var(--w-track-answer)" style={{ overflowWrap: "anywhere" }}>
          {props.title}
        </Title>
        {props.actions}
      </Group>
      {props.children}
    </Box>
  );
}
