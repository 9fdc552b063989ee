import { PasswordInput, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Problem } from "../../../shared/problems.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { CopiesNote } from "../../components/notes.tsx";
import { useAccounts } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";
import { settingsWords } from "../../words/settings.ts";

export type AccountChange = "rename" | "replaceKey" | "changeAddress" | "remove";

const words = settingsWords.accounts;

export function AccountDialog(props: { account: Account; change: AccountChange; onClose: () => void }) {
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
        <TextInput
          data-autofocus
          label={words.newName}
          value={label}
          maxLength={80}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      ),
    },
    replaceKey: {
      title: words.replaceTitle,
      isReady: apiKey !== "",
      act: () => withKey(replaceKey(id, apiKey)),
      fields: (
        <PasswordInput
          data-autofocus
          label={words.newKey}
          description={words.replaceHelp(baseUrl)}
          value={key}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setKey(event.currentTarget.value)}
        />
      ),
    },
    changeAddress: {
      title: words.changeTitle,
      isReady: address.trim() !== "" && apiKey !== "",
      act: () => withKey(changeAddress(id, { baseUrl: address.trim(), apiKey })),
      fields: (
        <>
          <TextInput
            data-autofocus
            label={words.newAddress}
            description={words.changeHelp}
            value={address}
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAddress(event.currentTarget.value)}
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
