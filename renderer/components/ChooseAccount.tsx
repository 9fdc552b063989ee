import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useAccounts, useApp } from "../stores/winnow.tsx";
import { frameWords } from "../words/frame.ts";

/** Shown if no account is chosen or the chosen one was removed; spending credits requires an explicit choice. */
export function ChooseAccount() {
  const accounts = useAccounts((state) => state.accounts) ?? [];
  const save = useApp((state) => state.save);
  return (
    <section className="card" aria-label={frameWords.whichAccount}>
      <Stack gap="sm" p="md">
        <Title order={2} size="h5">
          {frameWords.whichAccount}
        </Title>
        <Text c="dimmed">{frameWords.whichAccountHelp}</Text>
        <Group gap="sm">
          {accounts.map(({ id, label, kind }) => (
            <Button key={id} size="xs" variant="default" onClick={() => void save({ accountId: id })}>
              {frameWords.payWith(kind === "sandbox" ? frameWords.ofSandbox(label) : label)}
            </Button>
          ))}
        </Group>
      </Stack>
    </section>
  );
}
