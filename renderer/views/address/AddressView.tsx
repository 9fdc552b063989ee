import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import type { CallOutput } from "../../../shared/bridge.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { OUTCOME_EFFECTS } from "../../../shared/mail-outcomes.ts";
import { presentVerdict } from "../../../shared/present-verdict.ts";
import { ok } from "../../../shared/result.ts";
import { History, MailFacts, WhereRow } from "../../components/History.tsx";
import { LeftOutNote } from "../../components/LeftOutNote.tsx";
import { Loading, Note, ProblemNote, SandboxMark } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { SuppressDialog, type SuppressRequest } from "../../components/SuppressDialog.tsx";
import { VerdictBadge, wordsOf } from "../../components/VerdictMark.tsx";
import { addressPath, go, useHashSearch } from "../../navigation.ts";
import { currentAccount } from "../../stores/accounts.ts";
import { type HoldingList, useCall, useListSearch } from "../../stores/query.ts";
import { useAccounts, useApp, useChecks, useWinnow } from "../../stores/winnow.tsx";
import { date } from "../../times.ts";
import { checkWords } from "../../words/check.ts";
import { factWords, listsWords } from "../../words/lists.ts";
import { CLASS_WORDS } from "../../words/results.ts";
import { FLAG_WORDS, sourceWords } from "../../words/verdicts.ts";
import { EraseAddress } from "./EraseAddress.tsx";

type Entry = CallOutput<"results.history">["addresses"][number]["entries"][number];
type Facts = CallOutput<"memory.facts">;

const CHANGES = ["suppression", "checks", "erased"] as const;

function useAccount() {
  const accounts = useAccounts((state) => state.accounts);
  return currentAccount(
    accounts,
    useApp((state) => state.settings.accountId),
  );
}

function Section(props: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" className="card" p="md" gap="xs" aria-label={props.title}>
      <Title order={2} size="h5">
        {props.title}
      </Title>
      {props.children}
    </Stack>
  );
}

/** The verdict in effect, with what to do about it. */
function Verdict(props: {
  address: string;
  entries: readonly Entry[];
  facts: Facts;
  accountId: string | null;
}) {
  const { address, entries, facts, accountId } = props;
  const query = accountId === null ? null : { accountId, address };
  const fresh = useCall("checks.known", query, CHANGES).value?.check ?? null;
  const bounce = facts.facts.find(({ outcome }) => OUTCOME_EFFECTS[outcome].isUndeliverable);
  const present = presentVerdict(entries, bounce?.at ?? null);
  const isSuppressed = facts.leftOut === "suppressed";
  if (present === null && !isSuppressed) return <Text>{factWords.none}</Text>;
  const { by = null } = present ?? {};
  // The advice of another account's verdict may differ.
  const advised = fresh !== null && fresh.verdict === present?.verdict ? fresh : null;
  const isCautioned = isSuppressed || advised?.isCautioned === true;
  const help = present?.by === null ? factWords.bounced : wordsOf(present?.verdict ?? "none").help;
  return (
    <>
      {present && (
        <Group gap="sm">
          <VerdictBadge verdict={present.verdict} isCautioned={isCautioned} />
          {by?.sandbox && <SandboxMark />}
          <Note>
            {[
              ...(by?.flags ?? []).map((flag) => FLAG_WORDS[flag].name),
              sourceWords(by === null ? "bounced" : (by.source ?? "known"), by?.sandbox ?? false),
              date(present.at),
              advised === null && by !== null ? factWords.stale : null,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Note>
        </Group>
      )}
      {isSuppressed ? (
        <LeftOutNote address={address} why="suppressed" />
      ) : (
        <Text>{advised?.advice ?? help}</Text>
      )}
      {advised?.suggestion && (
        <Anchor href={`#${addressPath(advised.suggestion)}`}>
          {checkWords.suggestion(advised.suggestion)}
        </Anchor>
      )}
    </>
  );
}

function Actions(props: { address: string; isSuppressed: boolean; accountId: string | null }) {
  const { address, isSuppressed, accountId } = props;
  const { bridge } = useWinnow();
  const check = useChecks((state) => state.check);
  const [isSuppressing, setSuppressing] = useState(false);
  const request = useMemo<SuppressRequest>(
    () => ({
      key: `address ${address}`,
      name: factWords.listName(address),
      count: async () => ok({ fresh: 1, already: 0, without: 0 }),
      changes: [],
      add: (name) =>
        bridge.call("suppression.add", {
          name,
          source: { kind: "text", name, text: address },
          everyone: true,
        }),
    }),
    [bridge, address],
  );
  const verify = () => {
    if (accountId === null) return;
    void check(accountId, [address]);
    go("/check");
  };
  return (
    <Group gap="sm">
      {accountId !== null && (
        <Button variant="default" onClick={verify}>
          {factWords.verify}
        </Button>
      )}
      {!isSuppressed && (
        <Button variant="default" onClick={() => setSuppressing(true)}>
          {factWords.suppress}
        </Button>
      )}
      <EraseAddress address={address} />
      {isSuppressing && <SuppressDialog request={request} onClose={() => setSuppressing(false)} />}
    </Group>
  );
}

function whyThere({ cleaningId, sandbox, addresses: [row] }: HoldingList): string {
  if (row === undefined || cleaningId === null) return listsWords.notCleaned;
  if (row.verdict !== null && row.source !== null) return sourceWords(row.source, sandbox);
  if (row.class === "malformed" || row.class === "suppressed" || row.class === "beyond_limit")
    return CLASS_WORDS[row.class];
  return row.isCell ? listsWords.inLongerCell : listsWords.withoutOwnVerdict;
}

/** The lists with the address that are not among its verifications. */
function OtherLists({ address, entries }: { address: string; entries: readonly Entry[] }) {
  const question = useMemo(() => ({ kind: "address" as const, address }), [address]);
  const { lists, state, looked, of, unread, problem } = useListSearch(question);
  const verified = new Set(entries.map(({ cleaningId }) => cleaningId));
  const others = lists.filter(({ cleaningId }) => cleaningId === null || !verified.has(cleaningId));
  return (
    <Section title={factWords.lists}>
      {others.map((list) => (
        <WhereRow
          key={list.cleaningId ?? list.listId}
          name={list.inBin ? listsWords.inTheBin(list.name) : list.name}
          cleaningId={list.cleaningId}
          sandbox={list.sandbox}
          verdict={list.addresses[0]?.verdict ?? null}
        >
          {whyThere(list)}
        </WhereRow>
      ))}
      {state === "looking" && <Note role="status">{listsWords.looking(looked, of)}</Note>}
      {state !== "looking" && others.length === 0 && <Note>{factWords.inNoList(lists.length > 0)}</Note>}
      {problem && <ProblemNote problem={problem} />}
      {unread > 0 && <Text size="sm">{listsWords.unread(unread)}</Text>}
    </Section>
  );
}

/** Everything known about one address: verdict, verifications, mail and lists, and what can be done with it. */
export default function AddressView() {
  const address = new URLSearchParams(useHashSearch()).get("q")?.trim().slice(0, 400) ?? "";
  const accountId = useAccount()?.id ?? null;
  const isAsked = address !== "";
  const found = useCall("results.history", isAsked ? { search: address, limit: 1 } : null, CHANGES);
  const { value: facts, problem } = useCall("memory.facts", isAsked ? { address } : null, CHANGES);
  // The search also finds addresses that contain this one.
  const [match] = found.value?.addresses ?? [];
  const entries = match && foldAddress(match.address) === foldAddress(address) ? match.entries : [];
  const failure = found.problem ?? problem;
  return (
    <Page title={address}>
      <Stack>
        {failure && <ProblemNote problem={failure} />}
        {isAsked && !failure && (found.value === null || facts === null) && (
          <Loading label={listsWords.loading} />
        )}
        {facts?.leftOut === "erased" && <LeftOutNote address={address} why="erased" />}
        {found.value && facts && facts.leftOut !== "erased" && (
          <>
            <Section title={factWords.verdict}>
              <Verdict {...{ address, entries, facts, accountId }} />
            </Section>
            {facts.facts.length > 0 && (
              <Section title={factWords.title}>
                <MailFacts facts={facts.facts} />
              </Section>
            )}
            {entries.length > 0 && (
              <Section title={factWords.history}>
                <History entries={entries} />
              </Section>
            )}
            <OtherLists {...{ address, entries }} />
            <Actions {...{ address, accountId }} isSuppressed={facts.leftOut === "suppressed"} />
          </>
        )}
      </Stack>
    </Page>
  );
}
