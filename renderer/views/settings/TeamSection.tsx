import { Button, CloseButton, FileButton, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { Team } from "../../../shared/bridge/team.ts";
import type { CallInput, CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { KeyField, TextField } from "../../components/fields.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { SwitchField } from "../../components/SwitchField.tsx";
import { useCall } from "../../stores/query.ts";
import { useDraft, useWinnow } from "../../stores/winnow.tsx";
import { clock } from "../../times.ts";
import { teamWords } from "../../words/team.ts";
import css from "./Settings.module.css";

type Connection = CallInput<"team.look">;

interface ConnectionDraft {
  readonly url: string;
  readonly password: string;
  readonly ca: { readonly name: string; readonly text: string } | null;
}

function connectionOf({ url, password, ca }: ConnectionDraft): Connection {
  return {
    url: url.trim(),
    ...(password === "" ? {} : { password }),
    ...(ca === null ? {} : { ca: ca.text }),
  };
}

function ConnectionFields(props: {
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

/** Asks for the server, then shows what joining shares. */
function ConnectTeam({ onJoined }: { onJoined: (text: string) => void }) {
  const { bridge } = useWinnow();
  const [url, setUrl] = useDraft("team server");
  const [name, setName] = useDraft("team name");
  const [secret, setSecret] = useState<Omit<ConnectionDraft, "url">>({ password: "", ca: null });
  const [look, setLook] = useState<CallOutput<"team.look"> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const draft = { ...secret, url };
  const connection = connectionOf(draft);

  const connect = async () => {
    setBusy(true);
    const looked = await bridge.call("team.look", connection);
    setBusy(false);
    setProblem(looked.ok ? null : looked.problem);
    if (looked.ok) setLook(looked.value);
  };
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
    const said = teamWords.exchanged(pushed, pulled);
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
        {problem && <ProblemNote problem={problem} />}
        <Button type="submit" variant="default" loading={isBusy} disabled={url.trim() === ""}>
          {teamWords.next}
        </Button>
      </Stack>
      {look && (
        <FormDialog
          title={look.exists ? teamWords.joinTitle(look.server) : teamWords.createTitle(look.server)}
          act={look.exists ? teamWords.join : teamWords.create}
          onAct={join}
          onClose={() => setLook(null)}
        >
          <Text>{teamWords.shares(look)}</Text>
          <Text>{look.exists ? teamWords.holds(look) : teamWords.creates}</Text>
          <Note>{teamWords.staysHere}</Note>
        </FormDialog>
      )}
    </section>
  );
}

type Member = Team["members"][number];

function Members({ team, onDismiss }: { team: Team; onDismiss: (member: Member) => void }) {
  const when = (at: number | null) => (at === null ? teamWords.never : clock(at, Date.now()));
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{teamWords.member}</Table.Th>
          <Table.Th>{teamWords.shared}</Table.Th>
          <Table.Th>{teamWords.received}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {team.members
          .filter(({ isRemoved }) => !isRemoved)
          .map((member) => (
            <Table.Tr key={member.login}>
              <Table.Td>{member.isYou ? teamWords.you(member.name) : member.name}</Table.Td>
              <Table.Td>{member.mayWrite ? when(member.pushedAt) : teamWords.reader}</Table.Td>
              <Table.Td>
                {when(member.pulledAt)}
                {member.lag > 0 && member.pulledAt !== null && ` · ${teamWords.behind(member.lag)}`}
              </Table.Td>
              <Table.Td ta="right">
                {team.isOwner && !member.isYou && (
                  <CloseButton
                    aria-label={teamWords.dismiss(member.name)}
                    onClick={() => onDismiss(member)}
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

function AdmitDialog(props: { onAdmitted: (text: string) => void; onClose: () => void }) {
  const { bridge } = useWinnow();
  const [login, setLogin] = useState("");
  const [mayWrite, setMayWrite] = useState(true);
  return (
    <FormDialog
      title={teamWords.admitTitle}
      act={teamWords.admitDo}
      isReady={login.trim() !== ""}
      onAct={async () => {
        const admitted = await bridge.call("team.admit", { login: login.trim(), mayWrite });
        if (!admitted.ok) return admitted.problem;
        props.onAdmitted(teamWords.admitted(login.trim()));
        return null;
      }}
      onClose={props.onClose}
    >
      <Text>{teamWords.admitHelp}</Text>
      <TextField data-autofocus label={teamWords.login} value={login} maxLength={63} onText={setLogin} />
      <SwitchField
        label={teamWords.mayWrite}
        description={teamWords.mayWriteHelp}
        checked={mayWrite}
        onCheck={setMayWrite}
      />
    </FormDialog>
  );
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { bridge } = useWinnow();
  const [remove, setRemove] = useState(false);
  return (
    <FormDialog
      title={teamWords.leaveTitle}
      act={teamWords.leaveDo}
      isFinal
      onAct={async () => {
        const left = await bridge.call("team.leave", { remove });
        return left.ok ? null : left.problem;
      }}
      onClose={onClose}
    >
      <Text>{teamWords.leaveText}</Text>
      <SwitchField
        label={teamWords.removePulled}
        description={teamWords.removePulledHelp}
        checked={remove}
        onCheck={setRemove}
      />
    </FormDialog>
  );
}

/** Connects to the same team again, with a new password or on a new server. */
function ReconnectDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { bridge } = useWinnow();
  const [draft, setDraft] = useState<ConnectionDraft>({
    url: `postgres://${team.user}@${team.server}`,
    password: "",
    ca: null,
  });
  return (
    <FormDialog
      title={teamWords.reconnectTitle}
      act={teamWords.reconnectDo}
      isReady={draft.url.trim() !== ""}
      onAct={async () => {
        const joined = await bridge.call("team.join", { ...connectionOf(draft), name: team.name });
        return joined.ok ? null : joined.problem;
      }}
      onClose={onClose}
    >
      <Text>{teamWords.reconnectHelp}</Text>
      <ConnectionFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
    </FormDialog>
  );
}

function JoinedTeam({ team, said, say }: { team: Team; said: string | null; say: (text: string) => void }) {
  const { bridge } = useWinnow();
  const [dialog, setDialog] = useState<"admit" | "leave" | "reconnect" | Member | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = () => setDialog(null);

  const sync = async () => {
    setBusy(true);
    const synced = await bridge.call("team.sync", {});
    setBusy(false);
    // A failure is part of the team's state.
    if (synced.ok) say(teamWords.exchanged(synced.value.pushed, synced.value.pulled));
  };
  return (
    <>
      <article className={`card ${css.card}`} aria-label={team.server}>
        <Group justify="space-between" wrap="nowrap" align="start">
          <div>
            <Text fw={600}>{team.server}</Text>
            <Note>
              {teamWords.as(team.name)} ·{" "}
              {team.syncedAt === null
                ? teamWords.neverSynced
                : teamWords.synced(clock(team.syncedAt, Date.now()))}
            </Note>
            {team.fromEnvironment && <Note>{teamWords.environment}</Note>}
            {team.verifying.map(({ name, lists }) => (
              <Note key={name}>{teamWords.verifying(name, lists)}</Note>
            ))}
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button size="xs" variant="default" loading={isBusy} onClick={() => void sync()}>
              {teamWords.syncNow}
            </Button>
            {!team.fromEnvironment && (
              <Button size="xs" variant="default" onClick={() => setDialog("reconnect")}>
                {teamWords.reconnect}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setDialog("leave")}>
              {teamWords.leave}
            </Button>
          </Group>
        </Group>
      </article>
      {team.problem && <ProblemNote problem={team.problem} onAgain={() => void sync()} />}
      {said !== null && team.problem === null && <Text role="status">{said}</Text>}
      <section className={`card ${css.card}`} aria-label={teamWords.members}>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5">
            {teamWords.members}
          </Title>
          {team.isOwner && (
            <Button size="xs" variant="default" onClick={() => setDialog("admit")}>
              {teamWords.admit}
            </Button>
          )}
        </Group>
        <Members team={team} onDismiss={setDialog} />
        {team.erasures.map(({ at, waiting }) => (
          <Note key={at}>{teamWords.erasure(clock(at, Date.now()), waiting)}</Note>
        ))}
      </section>
      {dialog === "admit" && <AdmitDialog onAdmitted={say} onClose={close} />}
      {dialog === "leave" && <LeaveDialog onClose={close} />}
      {dialog === "reconnect" && <ReconnectDialog team={team} onClose={close} />}
      {dialog !== null && typeof dialog === "object" && (
        <FormDialog
          title={teamWords.dismissTitle(dialog.name)}
          act={teamWords.dismissDo}
          isFinal
          onAct={async () => {
            const dismissed = await bridge.call("team.dismiss", { login: dialog.login });
            return dismissed.ok ? null : dismissed.problem;
          }}
          onClose={close}
        >
          <Text>{teamWords.dismissText}</Text>
        </FormDialog>
      )}
    </>
  );
}

export function TeamSection() {
  const { value, problem, reload } = useCall("team.get", {}, ["team"]);
  const [said, setSaid] = useState<string | null>(null);
  if (problem) return <ProblemNote problem={problem} onAgain={reload} />;
  if (value === null) return null;
  return (
    <Stack gap="md">
      <Text c="dimmed">{teamWords.lead}</Text>
      {value.team === null ? (
        <ConnectTeam onJoined={setSaid} />
      ) : (
        <JoinedTeam team={value.team} said={said} say={setSaid} />
      )}
    </Stack>
  );
}
