import { Box, Button, List, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../../shared/problems.ts";
import { ConnectForm } from "../../components/ConnectForm.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { Mark } from "../../frame/Nav.tsx";
import { go } from "../../navigation.ts";
import { useAccounts, useApp, useIntake } from "../../stores/winnow.tsx";
import { firstRunWords } from "../../words/frame.ts";

/** Returns `tryIt`, which uses the sandbox for the user's lists, or for the sample if there are none. */
function useSandbox(hasLists: boolean) {
  const sandbox = useAccounts((state) => state.sandbox);
  const add = useIntake((state) => state.add);
  const save = useApp((state) => state.save);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const tryIt = async () => {
    setBusy(true);
    const answer = await sandbox();
    setBusy(false);
    if (!answer.ok) return setProblem(answer.problem);
    await save({ accountId: answer.value.id });
    go("/clean");
    if (!hasLists) await add([{ kind: "sample" }]);
  };
  return { tryIt: () => void tryIt(), busy, problem };
}

const FORM_ID = "connect-first-account";

/** Replaces a list's price while there is no account. Expects {@link WaysToBegin} on the same page. */
export function PriceNeedsAccount() {
  const { tryIt, busy, problem } = useSandbox(true);
  return (
    <Stack gap="xs" align="start">
      <Text fw={600}>{firstRunWords.noPrice}</Text>
      <Note>{firstRunWords.noPriceHelp}</Note>
      <Button onClick={() => document.querySelector<HTMLElement>(`#${FORM_ID} input`)?.focus()}>
        {firstRunWords.noPriceConnect}
      </Button>
      <Button variant="default" loading={busy} onClick={tryIt}>
        {firstRunWords.noPriceSandbox}
      </Button>
      {problem && <ProblemNote problem={problem} />}
    </Stack>
  );
}

/** Choice between sandbox and account. With `hasLists`, the sandbox uses the user's list, not the sample. */
export function WaysToBegin(props: { hasLists: boolean }) {
  const { hasLists } = props;
  const { tryIt, busy, problem } = useSandbox(hasLists);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <Box component="section" className="card" p={22} aria-label={firstRunWords.tryTitle}>
        <Stack gap="lg" align="start">
          <div>
            <Title order={2} size="h4" mb={6}>
              {firstRunWords.tryTitle}
            </Title>
            <Text c="dimmed">{hasLists ? firstRunWords.tryOwnText : firstRunWords.tryText}</Text>
            <List type="ordered" mt="md" spacing={6}>
              {firstRunWords.trySteps.map((step) => (
                <List.Item key={step}>{step}</List.Item>
              ))}
            </List>
          </div>
          {problem && <ProblemNote problem={problem} />}
          <Button size="md" loading={busy} onClick={tryIt}>
            {firstRunWords.tryButton}
          </Button>
        </Stack>
      </Box>
      <Box id={FORM_ID} component="section" className="card" p={22} aria-label={firstRunWords.connectTitle}>
        <Title order={2} size="h4" mb={6}>
          {firstRunWords.connectTitle}
        </Title>
        <Text c="dimmed" mb="sm">
          {firstRunWords.connectText}
        </Text>
        <ConnectForm />
      </Box>
    </SimpleGrid>
  );
}

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
