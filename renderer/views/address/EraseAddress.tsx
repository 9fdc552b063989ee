import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../components/FormDialog.tsx";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { useCall } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { factWords } from "../../words/lists.ts";
import { teamWords } from "../../words/team.ts";

/** Erases everything known about an address, after confirmation. */
export function EraseAddress({ address }: { address: string }) {
  const { bridge, desk } = useWinnow();
  const [asked, setAsked] = useState(false);
  const { value: joined } = useCall("team.get", {}, ["team"]);
  const team = joined?.team ?? null;
  const owner = team?.members.find(({ isOwner }) => isOwner)?.name ?? "";
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
        {factWords.erase}
      </Button>
      {asked && (
        <FormDialog
          title={factWords.eraseTitle(address)}
          act={factWords.eraseDo}
          isFinal
          onAct={async () => {
            const erased = await bridge.call("memory.erase", { entries: [address] });
            if (!erased.ok) return erased.problem;
            const { incomplete, team: inTeam } = erased.value;
            const also = inTeam === undefined ? "" : ` ${teamWords.erased(inTeam.waiting)}`;
            // The erasure replaces this screen, and the dialog with it.
            if (incomplete !== null) desk.getState().notify({ kind: "problem", problem: incomplete });
            else notifyWithUndo("erased address", `${factWords.erased(address)}${also}`, null);
            return null;
          }}
          onClose={() => setAsked(false)}
        >
          <Text>{factWords.eraseText}</Text>
          {team && <Text>{teamWords.erases(team.isOwner ? null : owner)}</Text>}
        </FormDialog>
      )}
    </>
  );
}
