import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Problem } from "../../shared/problems.ts";
import { go } from "../navigation.ts";
import { commonWords } from "../words/common.ts";
import { frameWords } from "../words/frame.ts";

/** Problems that are resolved in the account settings. */
const AT_ACCOUNTS: ReadonlySet<Problem["code"]> = new Set(["key_missing", "key_elsewhere"]);

/** Shows a problem where it occurred; `children` holds the button that resolves it. */
export function ProblemNote(props: {
  problem: Problem;
  /** Additional context that the problem itself doesn't know. */
  also?: string | undefined;
  onAgain?: () => void;
  children?: ReactNode;
}) {
  const { problem, onAgain, children } = props;
  const isInSettings = AT_ACCOUNTS.has(problem.code) && !window.location.hash.startsWith("#/settings");
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
        {(onAgain || children || isInSettings) && (
          <Group gap="xs">
            {onAgain && (
              <Button size="xs" onClick={onAgain}>
                {commonWords.tryAgain}
              </Button>
            )}
            {children}
            {isInSettings && (
              <Button size="xs" variant="default" onClick={() => go("/settings/accounts")}>
                {frameWords.openSettings}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
