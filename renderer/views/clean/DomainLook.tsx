import { Group, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { DeadDomain, DomainLookup } from "../../../shared/bridge/domains.ts";
import { domainWords } from "../../../shared/domain-words.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { assertNever } from "../../../shared/result.ts";
import { CompactButton } from "../../components/buttons.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { SwitchField } from "../../components/SwitchField.tsx";
import { useApp, useIntake, useWinnow } from "../../stores/winnow.tsx";
import { domainLookupWords } from "../../words/clean.ts";
import { commonWords } from "../../words/common.ts";
import { RowsDrawer } from "./PagedDrawer.tsx";
import { useReadList } from "./read-list-context.tsx";

export function DomainLook() {
  const { intake } = useReadList();
  const isOn = useApp((state) => state.settings.lookUpDomains);
  const save = useApp((state) => state.save);
  const lookUp = useIntake((state) => state.lookUpDomains);
  const isDue = isOn && intake.reading === null && intake.domains.kind === "not_asked";
  useEffect(() => {
    if (isDue) void lookUp(intake.key);
  }, [isDue, lookUp, intake.key]);
  return (
    <Stack gap="xs">
      <SwitchField
        size="sm"
        label={domainLookupWords.find}
        description={domainLookupWords.help}
        checked={isOn}
        onCheck={(lookUpDomains) => void save({ lookUpDomains })}
      />
      {isOn && <Found />}
    </Stack>
  );
}

function Found() {
  const { intake } = useReadList();
  const { bridge } = useWinnow();
  const lookUp = useIntake((state) => state.lookUpDomains);
  const { domains, listId } = intake;
  switch (domains.kind) {
    case "not_asked":
      return null;
    case "looking":
      return (
        <Group gap="sm">
          <Loader size="xs" />
          <Text size="sm" role="status" className="num">
            {domainLookupWords.looking(domains.done, domains.total)}
          </Text>
          <CompactButton onClick={() => listId && void bridge.call("domains.stop", { listId })}>
            {domainLookupWords.stop}
          </CompactButton>
        </Group>
      );
    case "failed":
      return <ProblemNote problem={domains.problem} onAgain={() => void lookUp(intake.key)} />;
    case "looked":
      return <Answer found={domains.found} />;
    default:
      return assertNever(domains);
  }
}

function Answer({ found }: { found: DomainLookup }) {
  const { intake, isSettled } = useReadList();
  const lookUp = useIntake((state) => state.lookUpDomains);
  const correct = useIntake((state) => state.correctDeadTypos);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { deadDomains, unclear, deadTypos } = found;
  return (
    <Group gap="sm">
      {problem && <ProblemNote problem={problem} />}
      <Text size="sm" role="status">
        {domainWords.answer(found)}
      </Text>
      {deadDomains > 0 && (
        <CompactButton onClick={() => setOpen(true)}>{domainLookupWords.show}</CompactButton>
      )}
      {deadTypos.length > 0 && !isSettled && (
        <CompactButton onClick={() => void correct(intake.key).then(setProblem)}>
          {domainLookupWords.correct(deadTypos.length)}
        </CompactButton>
      )}
      {unclear > 0 && (
        <CompactButton onClick={() => void lookUp(intake.key)}>{commonWords.tryAgain}</CompactButton>
      )}
      {isOpen && <DeadDrawer dead={found.dead} domains={deadDomains} onClose={() => setOpen(false)} />}
    </Group>
  );
}

function DeadDrawer(props: { dead: readonly DeadDomain[]; domains: number; onClose: () => void }) {
  return (
    <RowsDrawer
      title={domainLookupWords.title}
      total={props.domains}
      help={domainLookupWords.drawerHelp}
      onClose={props.onClose}
    >
      {props.dead.map(({ domain, why, addresses }) => (
        <Group key={domain} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {domain} <span className="quiet">{count(addresses)}</span>
          </Text>
          <Note>{domainWords.why[why]}</Note>
        </Group>
      ))}
    </RowsDrawer>
  );
}
