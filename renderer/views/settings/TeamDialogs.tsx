import { Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Team } from "../../../shared/bridge/team.ts";
import { localDay } from "../../../shared/times.ts";
import { FormDialog } from "../../components/FormDialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { SwitchField } from "../../components/SwitchField.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { useWinnow } from "../../stores/winnow.tsx";
import { teamWords } from "../../words/team.ts";
import { type ConnectionDraft, ConnectionFields, connectionOf } from "./ConnectionFields.tsx";

export type Member = Team["members"][number];

export function AdmitDialog(props: { onAdmitted: (text: string) => void; onClose: () => void }) {
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

/** Returns what to call a member: a name can imitate another member, a login can't. */
export function fullName({ name, login }: Member): string {
  return name === login ? login : `${name} (${login})`;
}

export function DismissDialog(props: {
  member: Member;
  onDismissed: (text: string) => void;
  onClose: () => void;
}) {
  const { member, onDismissed, onClose } = props;
  const { bridge } = useWinnow();
  return (
    <FormDialog
      title={teamWords.dismissTitle(fullName(member))}
      act={teamWords.dismissDo}
      isFinal
      onAct={async () => {
        const dismissed = await bridge.call("team.dismiss", { login: member.login });
        if (dismissed.ok) onDismissed(teamWords.dismissed(fullName(member)));
        return dismissed.ok ? null : dismissed.problem;
      }}
      onClose={onClose}
    >
      <Text>{teamWords.dismissText}</Text>
    </FormDialog>
  );
}

/** Takes back what a member has shared, who may be removed already. */
export function UndoDialog(props: { team: Team; onUndone: (text: string) => void; onClose: () => void }) {
  const { bridge } = useWinnow();
  const members = props.team.members.filter(({ isYou }) => !isYou);
  const [login, setLogin] = useState<string | null>(null);
  const [since, setSince] = useState("");
  return (
    <FormDialog
      title={teamWords.undoTitle}
      act={teamWords.undoDo}
      isFinal
      isReady={login !== null}
      onAct={async () => {
        if (login === null) return null;
        const day = since === "" ? {} : { since: localDay(since) };
        const undone = await bridge.call("team.undo", { login, ...day });
        if (!undone.ok) return undone.problem;
        const member = members.find((one) => one.login === login);
        props.onUndone(teamWords.undone(undone.value.facts, member ? fullName(member) : login));
        return null;
      }}
      onClose={props.onClose}
    >
      <Text>{teamWords.undoText}</Text>
      <Select
        data-autofocus
        label={teamWords.undoMember}
        data={members.map((member) => ({
          value: member.login,
          label: member.isRemoved ? teamWords.removed(fullName(member)) : fullName(member),
        }))}
        value={login}
        allowDeselect={false}
        onChange={setLogin}
      />
      <TextInput
        type="date"
        label={teamWords.undoSince}
        description={teamWords.undoSinceHelp}
        value={since}
        onChange={(event) => setSince(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { bridge } = useWinnow();
  const [remove, setRemove] = useState(false);
  return (
    <FormDialog
      title={teamWords.leaveTitle}
      act={teamWords.leaveDo}
      isFinal
      onAct={async () => {
        const left = await bridge.call("team.leave", { remove });
        if (left.ok) notifyWithUndo("left team", teamWords.left(remove), null);
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
export function ReconnectDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const { bridge } = useWinnow();
  /** The database has no team's data. */
  const [isLost, setLost] = useState(false);
  const [draft, setDraft] = useState<ConnectionDraft>({
    url: team.url,
    password: "",
    ca: null,
  });
  return (
    <FormDialog
      title={teamWords.reconnectTitle}
      act={isLost ? teamWords.restoreDo : teamWords.reconnectDo}
      isReady={draft.url.trim() !== ""}
      onAct={async () => {
        const connection = connectionOf(draft);
        const restored = isLost ? await bridge.call("team.create", { ...connection, fromHere: true }) : null;
        if (restored?.ok === false) return restored.problem;
        const joined = await bridge.call("team.join", { ...connection, name: "", fromHere: isLost });
        setLost(!joined.ok && joined.problem.code === "team_missing");
        return joined.ok ? null : joined.problem;
      }}
      onClose={() => {
        void bridge.call("team.cancel", {});
        onClose();
      }}
    >
      <Text>{teamWords.reconnectHelp}</Text>
      <ConnectionFields
        draft={draft}
        isStored
        onChange={(change) => {
          setDraft({ ...draft, ...change });
          setLost(false);
        }}
      />
      {isLost && <Text>{teamWords.restoreHelp}</Text>}
    </FormDialog>
  );
}
