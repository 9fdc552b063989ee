import { Button, FileButton, Group } from "@mantine/core";
import type { CallInput } from "../../../shared/bridge.ts";
import { toServerUrl } from "../../../shared/connection-strings.ts";
import { KeyField, TextField } from "../../components/fields.tsx";
import { Note } from "../../components/notes.tsx";
import { useApp } from "../../stores/winnow.tsx";
import { teamWords } from "../../words/team.ts";

type Connection = CallInput<"team.look">;

/** Contents of the connection form. */
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

/** Rewrites the server as a URL and moves a password from it to its own field. Returns `null` if nothing changes. */
function normalize(draft: ConnectionDraft): Partial<ConnectionDraft> | null {
  const text = toServerUrl(draft.url);
  const url = URL.parse(text);
  if (url === null || url.password === "") return text === draft.url ? null : { url: text };
  const { password } = url;
  url.password = "";
  return { url: url.href, password: decoded(password) };
}

/** Decodes percent-encoding; returns the text as it is if a `%` in it is meant literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `isStored`: the password and the CA file of this server are stored, so that both may stay empty. */
export function ConnectionFields(props: {
  draft: ConnectionDraft;
  isStored?: boolean;
  onChange: (change: Partial<ConnectionDraft>) => void;
}) {
  const { draft, isStored = false, onChange } = props;
  const isKept = useApp((state) => state.info?.keychain === "available");
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
        onBlur={() => {
          const change = normalize(draft);
          if (change !== null) onChange(change);
        }}
      />
      <KeyField
        label={teamWords.password}
        description={isStored ? teamWords.passwordAgain : teamWords.passwordHelp(isKept)}
        data-autofocus={isStored || undefined}
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
        <Note>
          {draft.ca === null
            ? isStored
              ? teamWords.caStored
              : teamWords.caHelp
            : teamWords.caChosen(draft.ca.name)}
        </Note>
      </Group>
    </>
  );
}
