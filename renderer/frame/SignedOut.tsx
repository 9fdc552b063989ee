import { Button, Center, Stack, Text, Title } from "@mantine/core";
import type { Problem } from "../../shared/problems.ts";
import { frameWords } from "../words/frame.ts";

/** All there is to see for a browser that Winnow does not know, or knows no more. */
export function SignedOut(props: { problem: Problem }) {
  const { title, detail, action } = props.problem;
  return (
    <Center component="main" mih="100vh" p="xl">
      <Stack maw="34rem">
        <Title order={1}>{title}</Title>
        <Text>{detail}</Text>
        <Text fw={500}>{action}</Text>
        <div>
          <Button size="xs" variant="default" onClick={() => window.location.reload()}>
            {frameWords.reload}
          </Button>
        </div>
      </Stack>
    </Center>
  );
}
