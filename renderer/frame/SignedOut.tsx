import { Center, Stack, Text, Title } from "@mantine/core";
import type { Problem } from "../../shared/problems.ts";

/** All there is to see for a browser that Winnow does not know, or knows no more. */
export function SignedOut(props: { problem: Problem }) {
  const { title, detail, action } = props.problem;
  return (
    <Center component="main" mih="100vh" p="xl">
      <Stack maw="34rem">
        <Title order={1}>{title}</Title>
        <Text>{detail}</Text>
        <Text fw={500}>{action}</Text>
      </Stack>
    </Center>
  );
}
