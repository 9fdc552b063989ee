import { Anchor, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { z } from "zod";
import type { KnownFact } from "../../shared/bridge/memory.ts";
import type { historyEntrySchema } from "../../shared/bridge/results.ts";
import { factInWords } from "../../shared/source-sentences.ts";
import type { Verdict } from "../../shared/verdicts.ts";
import { date } from "../times.ts";
import { factWords, listsWords } from "../words/lists.ts";
import { SandboxMark } from "./notes.tsx";
import { VerdictBadge } from "./VerdictMark.tsx";

/** Imported outcomes of mail to an address, newest first. */
export function MailFacts({ facts }: { facts: readonly KnownFact[] }) {
  return (
    <Stack gap="xs">
      {facts.map((fact) => (
        <FactRow key={`${fact.importId} ${fact.outcome} ${fact.isOfDomain}`} fact={fact} />
      ))}
    </Stack>
  );
}

function FactRow({ fact }: { fact: KnownFact }) {
  const { at, isAssumed, isOfDomain, name, source } = fact;
  const { outcome, words } = factInWords(fact);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {factWords.said(outcome, isOfDomain)}
        </Text>
        <Text size="xs" c="dimmed" className="num" style={{ whiteSpace: "nowrap" }}>
          {factWords.when(date(at), isAssumed && source !== null)}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {[...new Set([source, name, words])].filter(Boolean).join(" · ")}
      </Text>
    </div>
  );
}

export function WhereRow(props: {
  name: string;
  cleaningId: string | null;
  sandbox: boolean;
  verdict: Verdict | "none" | null;
  children: ReactNode;
}) {
  const { name, cleaningId, verdict } = props;
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      {cleaningId === null ? (
        // Not cut: the login behind a colleague's name says who it is.
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
      ) : (
        <Anchor size="sm" href={`#/cleanings/${cleaningId}`} truncate title={name}>
          {name}
        </Anchor>
      )}
      <Group gap="sm" wrap="nowrap">
        {props.sandbox && <SandboxMark />}
        <Text size="xs" c="dimmed" className="num" style={{ whiteSpace: "nowrap" }}>
          {props.children}
        </Text>
        {verdict !== null && <VerdictBadge verdict={verdict} />}
      </Group>
    </Group>
  );
}

/** Verifications of an address, newest first, with a link to each list. */
export function History(props: { entries: readonly z.infer<typeof historyEntrySchema>[] }) {
  return (
    <Stack gap={4}>
      {props.entries.map(({ cleaningId, at, name, inBin, colleagueUsed, sandbox, verdict }) => (
        <WhereRow
          key={`${cleaningId}-${at}`}
          name={
            colleagueUsed === undefined
              ? inBin
                ? listsWords.inTheBin(name)
                : name
              : listsWords.byColleague(name, colleagueUsed)
          }
          cleaningId={cleaningId === "check" || colleagueUsed !== undefined ? null : cleaningId}
          sandbox={sandbox}
          verdict={verdict ?? "none"}
        >
          {date(at)}
        </WhereRow>
      ))}
    </Stack>
  );
}
