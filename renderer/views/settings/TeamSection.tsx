import { Button, CloseButton, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { Team } from "../../../shared/bridge/team.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { useCall } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { clock } from "../../times.ts";
import { teamWords } from "../../words/team.ts";
import { ConnectTeam } from "./ConnectTeam.tsx";
import css from "./Settings.module.css";
import {
  AdmitDialog,
  DismissDialog,
  fullName,
  LeaveDialog,
  type Member,
  ReconnectDialog,
  UndoDialog,
} from "./TeamDialogs.tsx";

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
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                {member.isYou ? teamWords.you(member.name) : member.name}
                <Note>
                  {[
                    member.login === member.name ? null : member.login,
                    member.isOwner ? teamWords.owner : null,
                  ]
                    .filter((one) => one !== null)
                    .join(", ")}
                </Note>
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                {member.mayWrite ? when(member.pushedAt) : teamWords.reader}
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                {when(member.pulledAt)}
                {member.lag > 0 && member.pulledAt !== null && ` · ${teamWords.behind}`}
              </Table.Td>
              <Table.Td ta="right">
                {team.isOwner && !member.isYou && (
                  <CloseButton
                    aria-label={teamWords.dismiss(fullName(member))}
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

function JoinedTeam({ team, said, say }: { team: Team; said: string | null; say: (text: string) => void }) {
  const { bridge } = useWinnow();
  const [dialog, setDialog] = useState<"admit" | "undo" | "leave" | "reconnect" | Member | null>(null);
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
            <Text fw={600} style={{ overflowWrap: "anywhere" }}>
              {team.server}
            </Text>
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
      {team.problem?.code === "team_password_missing" ? (
        <ProblemNote problem={team.problem}>
          <SmallButton onClick={() => setDialog("reconnect")}>{teamWords.enterPassword}</SmallButton>
        </ProblemNote>
      ) : (
        team.problem && <ProblemNote problem={team.problem} onAgain={() => void sync()} />
      )}
      {said !== null && team.problem === null && <Text role="status">{said}</Text>}
      <section className={`card ${css.card}`} aria-label={teamWords.members}>
        <Group justify="space-between" mb="xs">
          <Title order={2} size="h5">
            {teamWords.members}
          </Title>
          {team.isOwner && (
            <Group gap="xs">
              {team.members.some(({ isYou }) => !isYou) && (
                <Button size="xs" variant="default" onClick={() => setDialog("undo")}>
                  {teamWords.undo}
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => setDialog("admit")}>
                {teamWords.admit}
              </Button>
            </Group>
          )}
        </Group>
        {team.members.length > 0 && <Members team={team} onDismiss={setDialog} />}
        {team.skipped.map(({ member, at }) => (
          <Note key={`${member} ${at}`}>
            {teamWords.skipped(member, at === 0 ? null : clock(at, Date.now()))}
          </Note>
        ))}
        {team.erasures.map(({ at, waiting }) => (
          <Note key={at}>{teamWords.erasure(clock(at, Date.now()), waiting)}</Note>
        ))}
      </section>
      {dialog === "admit" && <AdmitDialog onAdmitted={say} onClose={close} />}
      {dialog === "undo" && <UndoDialog team={team} onUndone={say} onClose={close} />}
      {dialog === "leave" && <LeaveDialog onClose={close} />}
      {dialog === "reconnect" && <ReconnectDialog team={team} onClose={close} />}
      {dialog !== null && typeof dialog === "object" && (
        <DismissDialog member={dialog} onDismissed={say} onClose={close} />
      )}
    </>
  );
}

export function TeamSection() {
  const { value, problem, reload } = useCall("team.get", {}, ["team", "team synced"]);
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
