import { Alert, Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { MAX_ADDRESS_LENGTH, MAX_PASTED_LENGTH } from "../../../shared/bridge/constants.ts";

import type { CallOutput } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ChooseAccount } from "../../components/ConnectForm.tsx";
import { EmptyState, Note, ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { PasteArea } from "../../components/PasteArea.tsx";
import { useCommand } from "../../frame/Shortcuts.tsx";
import { go } from "../../navigation.ts";
import { currentAccount } from "../../stores/accounts.ts";
import { type CheckedAddress, MAX_CHECKS } from "../../stores/checks.ts";
import { useCall } from "../../stores/query.ts";
import { useAccounts, useApp, useChecks, useDraft, useIntake, useWinnow } from "../../stores/winnow.tsx";
import { duration, moment } from "../../times.ts";
import { checkWords } from "../../words/check.ts";
import { cleanWords } from "../../words/clean.ts";
import { CheckCard, ForgetDialog } from "./CheckCard.tsx";
export type Pasted = CallOutput<"checks.read">;

const NOTHING: Pasted = { addresses: [], broken: [], words: 0, rest: "" };

/** Reads the addresses in a text. `shown` keeps the latest response while typing, to avoid flicker. */
function usePasted(text: string): {
  readonly shown: Pasted;
  readonly problem: Problem | null;
  read(): Promise<Pasted>;
} {
  const { bridge } = useWinnow();
  const isReadable = text.trim() !== "" && text.length <= MAX_PASTED_LENGTH;
  const { value, last, problem } = useCall("checks.read", isReadable ? { text } : null);
  const read = useCallback(async () => {
    if (!isReadable) return NOTHING;
    if (value) return value;
    const now = await bridge.call("checks.read", { text });
    return now.ok ? now.value : NOTHING;
  }, [bridge, text, isReadable, value]);
  return {
    shown: isReadable ? (last ?? NOTHING) : NOTHING,
    problem,
    read,
  };
}

/** Returns the entries to create cards for: addresses, and invalid ones, which cost nothing. */
function checkableEntries({ addresses, broken, words, rest }: Pasted): string[] {
  const only = addresses.length === 0 && words === 1 ? [rest] : [...addresses, ...broken];
  return only.filter((one) => one.length <= MAX_ADDRESS_LENGTH);
}

function Queue(props: { accountId: string }) {
  const waiting = useChecks(
    (state) => state.cards.filter((one) => one.state === "asked" && one.accountId === props.accountId).length,
  );
  const queue = useChecks((state) => state.queue);
  const readQueue = useChecks((state) => state.readQueue);
  const { accountId } = props;
  useEffect(() => {
    if (waiting === 0) return;
    void readQueue(accountId);
    const timer = setInterval(() => void readQueue(accountId), 2_000);
    return () => clearInterval(timer);
  }, [waiting, accountId, readQueue]);
  if (waiting === 0) return null;
  const facts = [
    checkWords.waiting(waiting),
    queue && queue.secondsToLast > 2 ? checkWords.left(duration(queue.secondsToLast)) : null,
    queue ? checkWords.rate(queue.perMinute) : null,
  ];
  return (
    <Note role="status" className="num">
      {facts.filter(Boolean).join(" · ")}
    </Note>
  );
}

/** Time the user needs to notice a changed button label, in milliseconds. */
const READ_IT_MS = 500;

export default function CheckView() {
  const accounts = useAccounts((state) => state.accounts);
  const chosen = useApp((state) => state.settings.accountId);
  const account = currentAccount(accounts, chosen);
  const mustChoose = account === null && (accounts?.length ?? 0) > 0;
  const all = useChecks((state) => state.cards);
  // Never show another account's results under this account's name.
  const cards = all.filter((one) => one.accountId === account?.id);
  const check = useChecks((state) => state.check);
  const loadUnanswered = useChecks((state) => state.loadUnanswered);
  const clear = useChecks((state) => state.clear);
  const addList = useIntake((state) => state.add);
  const [text, setText] = useDraft("check");
  const [forgetting, setForgetting] = useState<CheckedAddress | null>(null);
  const accountId = account?.id;
  useEffect(() => {
    if (accountId !== undefined) void loadUnanswered(accountId);
  }, [accountId, loadUnanswered]);
  const input = useRef<HTMLTextAreaElement>(null);
  useCommand("search", () => input.current?.focus());

  const { shown, problem, read } = usePasted(text);
  const { addresses } = shown;
  const isLong = text.length > MAX_PASTED_LENGTH;
  const tooMany = isLong || checkableEntries(shown).length > MAX_CHECKS;
  const gone = useApp((state) => state.unreachableSince !== null);
  const canCheck = !gone && account !== null && checkableEntries(shown).length > 0 && !tooMany;
  const countedAt = useRef(0);
  const count = addresses.length;
  useEffect(() => {
    if (count > 1) countedAt.current = performance.now();
  }, [count]);
  /** A second Enter must not confirm a count that appeared in between. */
  const runByKey = () => {
    if (count < 2 || performance.now() - countedAt.current > READ_IT_MS) void run();
  };
  const run = async () => {
    const now = await read();
    const asking = checkableEntries(now);
    // Several addresses cost what the button shows, so don't start before it shows the current count.
    const isCounted = now.addresses.length < 2 || now.addresses.length === addresses.length;
    if (!account || !isCounted || asking.length === 0 || asking.length > MAX_CHECKS) return;
    void check(account.id, asking);
    setText(now.rest);
    input.current?.focus();
  };
  const asList = () => {
    go("/clean");
    setText(null);
    const source = { kind: "text", name: cleanWords.pasteDefault(moment(Date.now())), text } as const;
    // The interface promised to show the price first.
    void addList([source], { showsPrice: true }).then((isRead) => isRead || setText(text));
  };
  return (
    <Page title={checkWords.title}>
      <Stack>
        <Text c="dimmed">{checkWords.help}</Text>
        {mustChoose && <ChooseAccount />}
        <PasteArea
          ref={input}
          aria-label={checkWords.label}
          placeholder={checkWords.placeholder}
          autosize
          minRows={2}
          maxRows={10}
          value={text}
          onText={setText}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            if (!event.repeat) runByKey();
          }}
        />
        {tooMany && (
          <Alert variant="light" title={isLong ? checkWords.tooLong : checkWords.tooMany(MAX_CHECKS)}>
            <Button size="xs" onClick={asList}>
              {checkWords.asList}
            </Button>
          </Alert>
        )}
        <Group>
          <Button
            disabled={!canCheck}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={() => void run()}
          >
            {addresses.length > 1 ? checkWords.many(addresses.length) : checkWords.one}
          </Button>
          {/* While a single word is being typed, it may still become an address. */}
          {addresses.length + shown.words > 1 && shown.words > 0 && (
            <Note>{checkWords.notUnderstood(addresses.length, shown.words)}</Note>
          )}
          {account && <Queue accountId={account.id} />}
          {!account && !mustChoose && <Text c="dimmed">{checkWords.noAccount}</Text>}
          {cards.length > 0 && (
            <Button variant="subtle" ml="auto" onClick={() => account && clear(account.id)}>
              {checkWords.clear}
            </Button>
          )}
        </Group>
        {problem && <ProblemNote problem={problem} />}
        {cards.length === 0 ? (
          <EmptyState title={checkWords.emptyTitle} detail={checkWords.emptyDetail}>
            <Anchor size="sm" mt="sm" href="#/lists">
              {checkWords.earlier}
            </Anchor>
          </EmptyState>
        ) : (
          <Stack
            gap="xs"
            component="ul"
            className="plain-list"
            aria-label={checkWords.results}
            aria-live="polite"
          >
            {cards.map((one) => (
              <CheckCard
                key={one.key}
                checked={one}
                sandbox={account?.kind === "sandbox"}
                onForget={() => setForgetting(one)}
              />
            ))}
          </Stack>
        )}
        {forgetting && <ForgetDialog checked={forgetting} onClose={() => setForgetting(null)} />}
      </Stack>
    </Page>
  );
}
