import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Problem } from "../../shared/problems.ts";

/** A problem where it happened: what happened, what is safe, what to do; `children` hold the one right button. */
export function ProblemNote(props: {
  problem: Problem;
  /** What the problem itself cannot know, in a sentence. */
  also?: string | undefined;
  children?: ReactNode;
}) {
  const { problem } = props;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden="true" />}
      title={problem.title}
      style={{ background: "var(--w-undeliverable-soft)" }}
      data-problem={problem.code}
    >
      <Stack gap="xs">
        <Text size="sm">
          {problem.detail}
          {props.also && ` ${props.also}`}
        </Text>
        {problem.action && (
          <Text size="sm" fw={500}>
            {problem.action}
          </Text>
        )}
        {props.children && <Group gap="xs">{props.children}</Group>}
      </Stack>
    </Alert>
  );
}
