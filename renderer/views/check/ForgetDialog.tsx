import { Text } from "@mantine/core";
import { useMemo } from "react";
import { FormDialog } from "../../components/FormDialog.tsx";
import { CopiesNote } from "../../components/notes.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import type { Asked } from "../../stores/checks.ts";
import { useListSearch } from "../../stores/list-search.ts";
import { useCall } from "../../stores/query.ts";
import { useChecks } from "../../stores/winnow.tsx";
import { checkWords } from "../../words/check.ts";

export function ForgetDialog(props: { asked: Asked; onClose: () => void }) {
  const { asked, onClose } = props;
  const { key, address, accountId } = asked;
  const forget = useChecks((state) => state.forget);
  const { value: kept, problem } = useCall("checks.kept", { accountId, address });
  const question = useMemo(() => ({ kind: "address" as const, address }), [address]);
  const holding = useListSearch(question);
  const own = new Set(kept?.lists.map(({ cleaningId }) => cleaningId));
  const others = holding.lists.filter(({ cleaningId }) => cleaningId === null || !own.has(cleaningId));
  const isLooked = holding.state === "done" && holding.problem === null && holding.unread === 0;
  const isNothing = kept !== null && kept.checks === 0 && kept.lists.length > 0;
  return (
    <FormDialog
      title={checkWords.forgetTitle(address)}
      act={isNothing ? null : checkWords.forgetDo}
      isFinal
      isReady={kept !== null}
      onAct={() => forget(key)}
      onClose={onClose}
    >
      {kept && <Text>{checkWords.forgetText(kept, isLooked || others.length > 0 ? others : null)}</Text>}
      {!kept && !problem && <Text>{checkWords.forgetWaiting}</Text>}
      {problem && <ProblemNote problem={problem} />}
      {holding.problem && <ProblemNote problem={holding.problem} />}
      {holding.state === "looking" && (
        <Text size="sm" c="dimmed">
          {checkWords.forgetLooking(holding.looked, holding.of)}
        </Text>
      )}
      {holding.unread > 0 && <Text size="sm">{checkWords.forgetUnread(holding.unread)}</Text>}
      <CopiesNote onLeave={onClose} />
    </FormDialog>
  );
}
