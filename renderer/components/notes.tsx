import {
  Alert,
  Anchor,
  Button,
  Center,
  Group,
  Loader,
  Progress,
  Stack,
  Text,
  type TextProps,
  Title,
  Tooltip,
} from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import type { Problem } from "../../shared/problems.ts";
import { go } from "../navigation.ts";
import { useCall } from "../stores/query.ts";
import { commonWords } from "../words/common.ts";
import { frameWords } from "../words/frame.ts";
import { copyWords } from "../words/settings.ts";

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

/** Quiet text that explains what is beside it. */
export function Note(props: TextProps & Pick<ComponentProps<"p">, "children" | "role" | "title">) {
  return <Text size="sm" c="dimmed" {...props} />;
}

/** Shown in place of a screen whose data is being loaded. */
export function Loading({ label }: { label: string }) {
  return (
    <Center h="60vh">
      <Loader size="sm" role="status" aria-label={label} />
    </Center>
  );
}

export function EmptyState(props: { title: string; detail: string; children?: ReactNode }) {
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

/** Labelled progress bar for work of unknown length. */
export function IndeterminateProgress(props: { label: string }) {
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {props.label}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={100} animated striped color="ink.3" aria-label={props.label} />
      </Progress.Root>
    </div>
  );
}

export function SandboxMark() {
  return (
    <Tooltip label={frameWords.sandboxHelp} w={260}>
      <span className="sandbox">{frameWords.sandbox}</span>
    </Tooltip>
  );
}

/** Warns that copies of the data may still contain deleted items; renders nothing if there are no copies. */
export function CopiesNote(props: { onLeave: () => void }) {
  const copies = useCall("app.backups", {}).value?.backups.length ?? 0;
  if (copies === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {copyWords.alsoHold(copies)}{" "}
      <Anchor href="#/settings/data" size="sm" onClick={props.onLeave}>
        {copyWords.toCopies}
      </Anchor>
    </Text>
  );
}
