import { ActionIcon, Box, Button, Group, Menu, Stack, Text, Title } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Problem } from "../../../shared/problems.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { ConnectForm } from "../../components/ConnectForm.tsx";
import { FormDialog } from "../../components/FormDialog.tsx";
import { KeyField, TextField } from "../../components/fields.tsx";
import { CopiesNote, Note, ProblemNote, SandboxMark } from "../../components/notes.tsx";
import { currentAccount } from "../../stores/accounts.ts";
import { useAccounts, useApp } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";
import { settingsWords } from "../../words/settings.ts";
import css from "./Settings.module.css";

export type AccountChange = "rename" | "replaceKey" | "changeAddress" | "remove";

function AccountDialog(props: { account: Account; change: AccountChange; onClose: () => void }) {
  const { account, change, onClose } = props;
  const { id, baseUrl } = account;
  const { rename, replaceKey, changeAddress, remove } = useAccounts((state) => state);
  const [label, setLabel] = useState(account.label);
  const [address, setAddress] = useState(baseUrl);
  const [key, setKey] = useState("");
  /** A refused key must be entered again. */
  const withKey = async (problem: Promise<Problem | null>) => {
    const failed = await problem;
    setKey("");
    return failed;
  };
  const apiKey = key.trim();
  const forms = {
    rename: {
      title: words.renameTitle,
      isReady: label.trim() !== "",
      act: () => rename(id, label.trim()),
      fields: (
        <TextField data-autofocus label={words.newName} value={label} maxLength={80} onText={setLabel} />
      ),
    },
    replaceKey: {
      title: words.replaceTitle,
      isReady: apiKey !== "",
      act: () => withKey(replaceKey(id, apiKey)),
      fields: (
        <KeyField
          data-autofocus
          label={words.newKey}
          description={words.replaceHelp(baseUrl)}
          value={key}
          onText={setKey}
        />
      ),
    },
    changeAddress: {
      title: words.changeTitle,
      isReady: address.trim() !== "" && apiKey !== "",
      act: () => withKey(changeAddress(id, { baseUrl: address.trim(), apiKey })),
      fields: (
        <>
          <TextField
            data-autofocus
            label={words.newAddress}
            description={words.changeHelp}
            value={address}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            onText={setAddress}
          />
          <KeyField
            label={words.keyForAddress}
            description={words.keyForAddressHelp}
            value={key}
            onText={setKey}
          />
        </>
      ),
    },
    remove: {
      title: words.removeTitle(account.label),
      isReady: true,
      act: () => remove(id),
      fields: (
        <>
          <Text>{account.kind === "sandbox" ? words.removeSandboxText : words.removeText}</Text>
          <CopiesNote onLeave={onClose} />
        </>
      ),
    },
  };
  const form = forms[change];
  const isFinal = change === "remove";
  return (
    <FormDialog
      title={form.title}
      act={isFinal ? words.removeDo : commonWords.save}
      isFinal={isFinal}
      isReady={form.isReady}
      onAct={form.act}
      onClose={onClose}
    >
      {form.fields}
    </FormDialog>
  );
}

const words = settingsWords.accounts;

function factsOf(account: Account): string[] {
  const balance = account.balance ? [words.credits(account.balance.credits)] : [];
  if (account.kind === "sandbox") return balance;
  // Very short keys have no hint.
  const hidden = account.keyState === "missing" ? words.noKey : words.hiddenKey;
  const key = account.keyHint ? words.key(account.keyHint) : hidden;
  return [account.baseUrl, `${key}, ${words.keyState[account.keyState]}`, ...balance];
}

function AccountCard(props: { account: Account; current: boolean; onUse: () => void }) {
  const { account, current } = props;
  const [change, setChange] = useState<AccountChange | null>(null);
  const mine = account.kind === "service" && !account.fromEnvironment;
  return (
    <article className={`card ${css.card}`} aria-label={account.label}>
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Text fw={600}>{account.label}</Text>
            {account.kind === "sandbox" && <SandboxMark />}
          </Group>
          <Note>{factsOf(account).join(" · ")}</Note>
          {account.fromEnvironment && <Note>{words.environment}</Note>}
        </div>
        <Group gap="xs" wrap="nowrap">
          {current ? (
            <Note>{words.inUse}</Note>
          ) : (
            <SmallButton onClick={props.onUse}>{words.use}</SmallButton>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={words.more(account.label)}>
                <IconDots size={18} aria-hidden="true" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setChange("rename")}>{words.rename}</Menu.Item>
              {mine && <Menu.Item onClick={() => setChange("replaceKey")}>{words.replaceKey}</Menu.Item>}
              {mine && (
                <Menu.Item onClick={() => setChange("changeAddress")}>{words.changeAddress}</Menu.Item>
              )}
              <Menu.Item color="red" onClick={() => setChange("remove")}>
                {words.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {change && <AccountDialog account={account} change={change} onClose={() => setChange(null)} />}
    </article>
  );
}

export function AccountsSection() {
  const accounts = useAccounts((state) => state.accounts) ?? [];
  const sandbox = useAccounts((state) => state.sandbox);
  const chosen = useApp((state) => state.settings.accountId);
  const save = useApp((state) => state.save);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [connected, setConnected] = useState<string | null>(null);
  const added = accounts.find((account) => account.id === connected);
  const current = currentAccount(accounts, chosen);
  const addSandbox = async () => {
    const answer = await sandbox();
    setProblem(answer.ok ? null : answer.problem);
    // Keep the account that was current only because it was the sole one.
    if (answer.ok && current !== null && current.id !== chosen) await save({ accountId: current.id });
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">{words.lead}</Text>
      {accounts.length === 0 && <Text>{words.none}</Text>}
      {accounts.map((account) => (
        <AccountCard
          key={account.id}
          account={account}
          current={account.id === current?.id}
          onUse={() => void save({ accountId: account.id })}
        />
      ))}
      {problem && <ProblemNote problem={problem} />}
      <section className={`card ${css.card}`} aria-label={words.add}>
        <Title order={2} size="h5" mb="sm">
          {words.add}
        </Title>
        {added && (
          <Text size="sm" fw={600} mb="md" role="status">
            {words.connected(added.label, current?.label ?? null)}
          </Text>
        )}
        <Box maw="28rem">
          <ConnectForm
            onConnected={(account) => {
              setProblem(null);
              setConnected(account.id);
            }}
          />
        </Box>
      </section>
      {!accounts.some((account) => account.kind === "sandbox") && (
        <Group>
          <Button variant="default" onClick={() => void addSandbox()}>
            {words.sandbox}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
