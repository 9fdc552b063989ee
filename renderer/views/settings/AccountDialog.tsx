import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Problem } from "../../../shared/problems.ts";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useAccounts } from "../../stores/winnow.tsx";
import { settingsWords } from "../../words/settings.ts";

export type AccountChange = "rename" | "replaceKey" | "changeAddress" | "remove";

const words = settingsWords.accounts;

function titleOf(change: AccountChange, account: Account): string {
  switch (change) {
    case "rename":
      return words.renameTitle;
    case "replaceKey":
      return words.replaceTitle;
    case "changeAddress":
      return words.changeTitle;
    case "remove":
      return words.removeTitle(account.label);
  }
}

/** Renames an account, replaces its key, moves it to another address, or removes it. */
export function AccountDialog(props: {
  account: Account;
  change: AccountChange | null;
  onClose: () => void;
}) {
  const { account, change, onClose } = props;
  const rename = useAccounts((state) => state.rename);
  const replaceKey = useAccounts((state) => state.replaceKey);
  const changeAddress = useAccounts((state) => state.changeAddress);
  const remove = useAccounts((state) => state.remove);
  const [text, setText] = useState("");
  const [key, setKey] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const before = { rename: account.label, changeAddress: account.baseUrl, replaceKey: "", remove: "" };
    setText(change ? before[change] : "");
    setKey("");
    setProblem(null);
  }, [change, account.label, account.baseUrl]);

  const run = async (what: AccountChange): Promise<Problem | null> => {
    switch (what) {
      case "rename":
        return await rename(account.id, text.trim());
      case "replaceKey":
        return await replaceKey(account.id, text.trim());
      case "changeAddress":
        return await changeAddress(account.id, { baseUrl: text.trim(), apiKey: key.trim() });
      case "remove":
        return await remove(account.id);
    }
  };
  const submit = async () => {
    if (!change) return;
    setBusy(true);
    const failed = await run(change);
    setBusy(false);
    setProblem(failed);
    if (change === "replaceKey") setText("");
    setKey("");
    if (!failed) onClose();
  };
  return (
    <Modal opened={change !== null} onClose={onClose} title={change ? titleOf(change, account) : ""}>
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack>
          {change === "rename" && (
            <TextInput
              data-autofocus
              label={words.newName}
              value={text}
              maxLength={80}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {change === "replaceKey" && (
            <PasswordInput
              data-autofocus
              label={words.newKey}
              description={words.replaceHelp(account.baseUrl)}
              value={text}
              maxLength={500}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {change === "changeAddress" && (
            <>
              <TextInput
                data-autofocus
                label={words.newAddress}
                description={words.changeHelp}
                value={text}
                maxLength={2000}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <PasswordInput
                label={words.keyForAddress}
                description={words.keyForAddressHelp}
                value={key}
                maxLength={500}
                autoComplete="off"
                onChange={(event) => setKey(event.currentTarget.value)}
              />
            </>
          )}
          {change === "remove" && (
            <>
              <Text>{account.kind === "sandbox" ? words.removeSandboxText : words.removeText}</Text>
              <CopiesNote onLeave={onClose} />
            </>
          )}
          {problem && <ProblemNote problem={problem} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button
              type="submit"
              loading={busy}
              color={change === "remove" ? "red.9" : undefined}
              disabled={
                (change !== "remove" && text.trim() === "") ||
                (change === "changeAddress" && key.trim() === "")
              }
            >
              {change === "remove" ? words.removeDo : words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
