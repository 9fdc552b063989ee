import { Button, FileButton, Group } from "@mantine/core";
import type { CallInput } from "../../../shared/bridge.ts";
import { KeyField, TextField } from "../../components/fields.tsx";
import { Note } from "../../components/notes.tsx";
import { teamWords } from "../../words/team.ts";

type Connection = CallInput<"team.look">;

/** What a person enters about a server. */
export interface ConnectionDraft {
  readonly url: string;
  readonly password: string;
  readonly ca: { readonly name: string; readonly text: string } | null;
}

export function connectionOf({ url, password, ca }: ConnectionDraft): Connection {
  return {
    url: url.trim(),
    ...(password === "" ? {} : { password }),
    ...(ca === null ? {} : { ca: ca.text }),
  };
}

export function ConnectionFields(props: {
  draft: ConnectionDraft;
  onChange: (change: Partial<ConnectionDraft>) => void;
}) {
  const { draft, onChange } = props;
  return (
    <>
      <TextField
        label={teamWords.url}
        description={teamWords.urlHelp}
        placeholder={teamWords.urlPlaceholder}
        value={draft.url}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        onText={(url) => onChange({ url })}
      />
      <KeyField
        label={teamWords.password}
        description={teamWords.passwordHelp}
        value={draft.password}
        onText={(password) => onChange({ password })}
      />
      <Group gap="sm">
        <FileButton
          accept=".pem,.crt,.cer"
          onChange={(file) => {
            if (file) void file.text().then((text) => onChange({ ca: { name: file.name, text } }));
          }}
        >
          {(button) => (
            <Button {...button} size="xs" variant="default">
              {teamWords.ca}
            </Button>
          )}
        </FileButton>
        <Note>{draft.ca === null ? teamWords.caHelp : teamWords.caChosen(draft.ca.name)}</Note>
      </Group>
    </>
  );
}
