import { Box, Stack, Text, Title } from "@mantine/core";
import { Mark } from "../../frame/Mark.tsx";
import { firstRunWords } from "../../words/first-run.ts";
import { WaysToBegin } from "./WaysToBegin.tsx";

export function FirstRunView() {
  return (
    <Box maw="54rem" mx="auto" px="lg" py={48}>
      <Stack align="center" gap="xs" mb="xl" ta="center">
        <Mark size={52} />
        <Title order={1} size="h2">
          {firstRunWords.title}
        </Title>
        <Text c="dimmed" maw={520}>
          {firstRunWords.lead}
        </Text>
      </Stack>
      <WaysToBegin hasLists={false} />
    </Box>
  );
}
