import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Account } from "../../shared/bridge/accounts.ts";
import type { Problem } from "../../shared/problems.ts";
import { currentAccount } from "../stores/accounts.ts";
import { useAccounts, useApp, useDraft } from "../stores/winnow.tsx";
import { firstRunWords, frameWords } from "../words/frame.ts";
import { SmallButton } from "./buttons.tsx";
import { KeyField, TextField } from "./fields.tsx";
import { Note, ProblemNote } from "./notes.tsx";

/**
 * Form that connects an account. The engine validates the key by reading the balance and stores it in the keychain.
 * Only the first account becomes the current one automatically.
 */
export function ConnectForm(props: { onConnected?: (account: Account) => void }) {
  const accounts = useAccounts((state) => state.accounts);
  const chosen = useApp((state) => state.settings.accountId);
  const add = useAccounts((state) => state.add);
  // Without a keychain, the engine's notice says so once the key is there.
  const isKept = useApp((state) => state.info?.keychain === "available");
  const save = useApp((state) => state.save);
  const [label, setLabel] = useDraft("account name");
  const [apiKey, setApiKey] = useState("");
  // Another account is probably at the same service as the one configured by the environment.
  const known = useAccounts((state) => state.accounts?.find((one) => one.fromEnvironment)?.baseUrl ?? "");
  const [baseUrl, setBaseUrl] = useDraft("account address", known);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const connect = async () => {
    setBusy(true);
    // Only the user may change which account pays.
    const inUse = currentAccount(accounts, chosen);
    const isFirst = (accounts ?? []).length === 0;
    const answer = await add({ label: label.trim(), apiKey: apiKey.trim(), baseUrl: baseUrl.trim() });
    setBusy(false);
    setProblem(answer.ok ? null : answer.problem);
    if (!answer.ok) return;
    setApiKey("");
    setLabel(null);
    setBaseUrl(null);
    if (isFirst) await save({ accountId: answer.value.id });
    else if (inUse !== null && inUse.id !== chosen) await save({ accountId: inUse.id });
    props.onConnected?.(answer.value);
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void connect();
      }}
    >
      <Stack gap="sm">
        <TextField
          label={firstRunWords.name}
          placeholder={firstRunWords.namePlaceholder}
          value={label}
          maxLength={80}
          required
          withAsterisk={false}
          onText={setLabel}
        />
        <KeyField
          label={firstRunWords.key}
          description={firstRunWords.keyHelp}
          value={apiKey}
          required
          withAsterisk={false}
          onText={setApiKey}
        />
        <TextField
          label={firstRunWords.baseUrl}
          description={firstRunWords.baseUrlHelp}
          placeholder="https://"
          type="text"
          inputMode="url"
          value={baseUrl}
          maxLength={2000}
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
          onText={setBaseUrl}
        />
        {isKept && <Note>{firstRunWords.keychain}</Note>}
        {problem && <ProblemNote problem={problem} />}
        <Button
          type="submit"
          variant="default"
          loading={busy}
          disabled={label.trim() === "" || apiKey.trim() === "" || baseUrl.trim() === ""}
        >
          {firstRunWords.connectButton}
        </Button>
      </Stack>
    </form>
  );
}

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
            <SmallButton key={id} onClick={() => void save({ accountId: id })}>
              {frameWords.payWith(kind === "sandbox" ? frameWords.ofSandbox(label) : label)}
            </SmallButton>
          ))}
        </Group>
      </Stack>
    </section>
  );
}
