import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { useDraft, useWinnow } from "../../stores/winnow.tsx";
import { commonWords } from "../../words/common.ts";
import { teamWords } from "../../words/team.ts";
import { type ConnectionDraft, ConnectionFields, connectionOf } from "./ConnectionFields.tsx";
import css from "./Settings.module.css";

/** Asks for the server, then shows what joining shares. */
export function ConnectTeam({ onJoined }: { onJoined: (text: string) => void }) {
  const { bridge } = useWinnow();
  const [url, setUrl] = useDraft("team server");
  const [name, setName] = useDraft("team name");
  const [secret, setSecret] = useState<Omit<ConnectionDraft, "url">>({ password: "", ca: null });
  const [look, setLook] = useState<CallOutput<"team.look"> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem !== null) note.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  const draft = { ...secret, url };
  const connection = connectionOf(draft);

  const connect = async () => {
    setBusy(true);
    const looked = await bridge.call("team.look", connection);
    setBusy(false);
    setProblem(looked.ok || looked.problem.code === "cancelled" ? null : looked.problem);
    if (looked.ok) setLook(looked.value);
  };
  const cancel = () => void bridge.call("team.cancel", {});
  const join = async (): Promise<Problem | null> => {
    if (look?.exists === false) {
      const created = await bridge.call("team.create", connection);
      if (!created.ok) return created.problem;
    }
    const joined = await bridge.call("team.join", { ...connection, name: name.trim() });
    if (!joined.ok) return joined.problem;
    setUrl(null);
    setSecret({ password: "", ca: null });
    const { pushed, pulled, isPasswordSaved } = joined.value;
    const said = teamWords.joined(look?.exists === false, pushed, pulled);
    onJoined(isPasswordSaved ? said : `${said} ${teamWords.notSaved}`);
    return null;
  };
  return (
    <section className={`card ${css.card}`} aria-label={teamWords.connect}>
      <Title order={2} size="h5" mb="sm">
        {teamWords.connect}
      </Title>
      <Stack
        component="form"
        gap="sm"
        maw="28rem"
        onSubmit={(event) => {
          event.preventDefault();
          void connect();
        }}
      >
        <ConnectionFields
          draft={draft}
          onChange={({ url: server, ...change }) => {
            setProblem(null);
            if (server !== undefined) setUrl(server);
            setSecret((before) => ({ ...before, ...change }));
          }}
        />
        <TextField
          label={teamWords.name}
          description={teamWords.nameHelp}
          value={name}
          maxLength={80}
          onText={setName}
        />
        <div ref={note}>{problem && <ProblemNote problem={problem} />}</div>
        <Group gap="xs" grow preventGrowOverflow={false}>
          <Button type="submit" variant="default" loading={isBusy} disabled={url.trim() === ""}>
            {teamWords.next}
          </Button>
          {isBusy && (
            <Button variant="default" onClick={cancel}>
              {commonWords.cancel}
            </Button>
          )}
        </Group>
      </Stack>
      {look && (
        <FormDialog
          title={look.exists ? teamWords.joinTitle(look.server) : teamWords.createTitle(look.server)}
          act={look.exists ? teamWords.join(look.mayWrite) : teamWords.create}
          isDefault
          onAct={join}
          onClose={() => {
            cancel();
            setLook(null);
          }}
        >
          <Text>{teamWords.shares(look)}</Text>
          <Text>{look.exists ? teamWords.holds(look) : teamWords.creates}</Text>
          {!look.exists && look.isPublicOpen && <Note>{teamWords.isOpen}</Note>}
          <Note>{teamWords.staysHere}</Note>
        </FormDialog>
      )}
    </section>
  );
}
