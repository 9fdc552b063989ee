import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

export function Nothing(props: { title: string; detail: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <Title order={2} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed" maw={460}>
        {props.detail}
      </Text>
      {props.children}
    </Stack>
  );
}
