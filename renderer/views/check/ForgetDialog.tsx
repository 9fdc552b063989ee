import { Text } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { AskFirst } from "../../components/AskFirst.tsx";
import { CopiesNote } from "../../components/CopiesNote.tsx";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useHolding } from "../../stores/holding.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { checkWords } from "../../words/check.ts";

interface ForgetDialogProps {
  readonly opened: boolean;
  readonly address: string;
  /** Who would check it next; null: nobody can. */
  readonly accountId: string | null;
  onForget(): Promise<Problem | null>;
  onClose(): void;
}

/** Asks before the result of a single check is erased: what goes, what stays where, and what checking it again costs. */
export function ForgetDialog(props: ForgetDialogProps) {
  const { opened, address, accountId } = props;
  const { bridge } = useWinnow();
  const [kept, setKept] = useState<CallOutput<"checks.kept"> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!opened) return;
    let isWanted = true;
    setKept(null);
    setProblem(null);
    void bridge.call("checks.kept", { accountId, address }).then((answer) => {
      if (!isWanted) return;
      if (answer.ok) setKept(answer.value);
      else setProblem(answer.problem);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, opened, address, accountId]);
  const question = useMemo(() => (opened ? { kind: "address" as const, address } : null), [opened, address]);
  const holding = useHolding(question);
  const own = new Set(kept?.lists.map(({ cleaningId }) => cleaningId));
  const others = holding.lists.filter(({ cleaningId }) => cleaningId === null || !own.has(cleaningId));
  const isLooked = holding.state === "done" && holding.problem === null && holding.unread === 0;
  const nothing = kept !== null && kept.checks === 0 && kept.lists.length > 0;
  return (
    <AskFirst
      opened={opened}
      title={checkWords.forgetTitle(address)}
      text={
        kept
          ? checkWords.forgetText(kept, isLooked || others.length > 0 ? others : null)
          : problem
            ? ""
            : checkWords.forgetWaiting
      }
      cancel={checkWords.cancel}
      act={nothing ? null : checkWords.forgetDo}
      waiting={kept === null}
      onAct={props.onForget}
      onClose={props.onClose}
    >
      {problem && <ProblemNote problem={problem} />}
      {holding.problem && <ProblemNote problem={holding.problem} />}
      {opened && holding.state === "looking" && (
        <Text size="sm" c="dimmed">
          {checkWords.forgetLooking(holding.looked, holding.of)}
        </Text>
      )}
      {holding.unread > 0 && <Text size="sm">{checkWords.forgetUnread(holding.unread)}</Text>}
      <CopiesNote onLeave={props.onClose} />
    </AskFirst>
  );
}
