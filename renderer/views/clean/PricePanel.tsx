import { Box, Button, Group, Loader, Stack, Text, TextInput, Title } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Account } from "../../../shared/bridge/accounts.ts";
import type { Price } from "../../../shared/bridge/cleanings.ts";
import type { Preflight } from "../../../shared/bridge/lists.ts";
import { counted } from "../../../shared/numbers.ts";
import { priceNotes } from "../../../shared/price.ts";
import { SmallButton } from "../../components/buttons.tsx";
import { Note, ProblemNote, SandboxMark } from "../../components/notes.tsx";
import { go } from "../../navigation.ts";
import { isUnfinished } from "../../stores/cleanings.ts";
import type { Intake } from "../../stores/intake.ts";
import { useRefetch } from "../../stores/query.ts";
import { useAccounts, useApp, useCleanings, useIntake } from "../../stores/winnow.tsx";
import { priceWords } from "../../words/clean.ts";
import { teamWords } from "../../words/team.ts";
import { DateOrderQuestion } from "./DateOrderQuestion.tsx";
import { KnownForecast, PriceChoices, PriceLine } from "./PriceLine.tsx";
import css from "./PricePanel.module.css";
import { useReadList } from "./read-list-context.tsx";

function holdsUndated({ resultsOf }: Preflight): boolean {
  return resultsOf !== undefined && resultsOf.dated < resultsOf.verdicts;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Interval for retrying a price without a balance, in milliseconds. */
const ASK_AGAIN_MS = 15_000;

/** Returns whether no verdict is awaited or paid for. */
function isAllHere({ credits, elsewhere = 0 }: Price): boolean {
  return credits === 0 && elsewhere === 0;
}

function noteOf(price: Price, byItself: boolean): string {
  if (price.credits === 0) return isAllHere(price) ? priceWords.nothingToVerify : priceWords.allElsewhere;
  return [
    byItself ? priceWords.startsBySetting : null,
    priceWords.irreversible,
    price.parts > 1 ? priceWords.parts(price.parts) : null,
  ]
    .filter(Boolean)
    .join(" ");
}

interface AgreeProps {
  price: Price;
  /** The displayed price may be stale. */
  unsettled: boolean;
  start: (waitForCredits: boolean, byKey: boolean) => Promise<void>;
}

/** Placeholder as high as the price, so that nothing below moves when it arrives. */
function Awaited() {
  return (
    <div>
      <Group gap="xs" className={css.line} role="status">
        <Loader size="xs" />
        {priceWords.pricing}
      </Group>
      <Text size="sm" aria-hidden="true">
        &nbsp;
      </Text>
    </div>
  );
}

/** Props of a busy button that stays focusable. Ignores key repeat, so that a held key can't confirm twice. */
function waitingProps({ starting }: Intake, unsettled: boolean) {
  return {
    "data-loading": starting || undefined,
    "data-disabled": unsettled || undefined,
    "aria-busy": starting || undefined,
    "aria-disabled": starting || unsettled || undefined,
    onKeyDown: (event: KeyboardEvent) => event.repeat && event.preventDefault(),
  };
}

function Agree({ price, unsettled, start }: AgreeProps) {
  const { intake, preflight } = useReadList();
  return (
    <Button
      size="md"
      {...waitingProps(intake, unsettled)}
      onClick={({ detail }) => void start(false, detail === 0)}
    >
      {preflight.kind === "results"
        ? priceWords.review
        : isAllHere(price)
          ? priceWords.showResults
          : priceWords.start(price.credits)}
    </Button>
  );
}

/** Options if the credits don't suffice: clean fewer addresses, or start now and wait for credits. */
function Short({ price, unsettled, start }: AgreeProps) {
  const { intake } = useReadList();
  const choose = useIntake((state) => state.choose);
  const available = price.available ?? 0;
  return (
    <>
      {available > 0 && (
        <Button size="md" disabled={intake.pricing} onClick={() => choose(intake.key, { limit: available })}>
          {priceWords.startFirst(available)}
        </Button>
      )}
      <Button
        size="md"
        variant="default"
        {...waitingProps(intake, unsettled)}
        title={priceWords.waitHelp}
        onClick={({ detail }) => void start(true, detail === 0)}
      >
        {priceWords.wait}
      </Button>
    </>
  );
}

export default function PricePanel({ account }: { account: Account }) {
  const { intake, preflight } = useReadList();
  const run = useIntake((state) => state.start);
  const ask = useIntake((state) => state.price);
  const renew = useIntake((state) => state.refreshPrice);
  const choose = useIntake((state) => state.choose);
  const credits = account.balance?.credits;
  const key = `${account.keyState} ${account.keyHint} ${account.baseUrl}`;
  const fresh = useApp(({ settings }) => `${settings.freshDays} ${settings.freshDaysUnknown}`);
  const unfinished = useCleanings((state) => Object.values(state.byId).filter(isUnfinished).length);

  const dead = intake.domains.kind === "looked" ? intake.domains.found.deadAddresses : 0;
  const isShown = intake.price !== null && intake.pricedFor === account.id && !intake.pricing;
  const first = useRef(isShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: options, reading, domains and account are what the price is of
  useEffect(() => {
    // A list shown again after navigation already has a price.
    if (first.current) renew(intake.key, account.id);
    else void ask(intake.key, account.id);
    first.current = false;
  }, [ask, renew, intake.key, intake.options, intake.preflight, dead, account.id]);

  const moving = `${key} ${fresh} ${credits} ${account.reserved} ${unfinished}`;
  const moved = useRef(moving);
  useEffect(() => {
    if (moved.current !== moving) renew(intake.key, account.id);
    moved.current = moving;
  }, [renew, intake.key, account.id, moving]);

  // Suppression or known verdicts may have changed on another page.
  useRefetch(null, () => renew(intake.key, account.id), ["suppression", "forgotten", "team"]);

  const isImport = preflight.kind === "results";
  const { pricing } = intake;
  // Never show another account's balance under this account's name.
  const price = intake.pricedFor === account.id ? intake.price : null;
  const awaited = useAccounts((state) =>
    pricing || intake.starting ? state.waiting[account.id] : undefined,
  );
  const unread =
    price !== null && price.available === null && price.credits > 0 && !pricing && !intake.starting;
  useEffect(() => {
    if (!unread) return;
    const timer = setInterval(() => renew(intake.key, account.id), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [unread, renew, intake.key, account.id]);
  // Transient problems are shown beside the price; those that need the user, such as a missing key, as a problem.
  const why = unread && price.unread?.code !== "balance_unread" ? price.unread : undefined;
  const problem = intake.startProblem ?? intake.priceProblem ?? why;
  const isAway = problem?.code === "team_unasked" || problem?.code === "team_unsynced";
  const short = price !== null && price.available !== null && price.credits > price.available;
  // A paid cleaning can't start without a key; the reason is shown below.
  const keyless = account.keyState === "missing" || account.keyState === "elsewhere";
  const gone = useApp((state) => state.unreachableSince !== null);
  const unsettled = gone || pricing || intake.correcting || (keyless && price !== null && price.credits > 0);
  const start = async (waitForCredits: boolean, byKey: boolean, withoutTeam = false) => {
    if (unsettled) return;
    const cleaning = await run(intake.key, account.id, { waitForCredits, byKey, withoutTeam });
    if (cleaning?.state === "imported" || (cleaning && price && isAllHere(price)))
      go(`/cleanings/${cleaning.id}`);
  };
  return (
    <Box role="group" className={css.group} aria-label={priceWords.title}>
      <Stack gap="sm" className={css.panel}>
        <Group gap="xs">
          <Title order={3} size="h5">
            {priceWords.title}
          </Title>
          {account.kind === "sandbox" ? (
            <SandboxMark />
          ) : (
            <Note style={{ overflowWrap: "anywhere" }}>{priceWords.account(account.label)}</Note>
          )}
        </Group>
        {!price && pricing && <Awaited />}
        {price && <PriceLine price={price} />}
        {holdsUndated(preflight) && (
          <TextInput
            type="date"
            size="xs"
            label={priceWords.undated}
            description={priceWords.undatedHelp}
            styles={{ input: { width: "11rem" } }}
            max={dayOf(Date.now())}
            value={dayOf(intake.options.assumedAt ?? preflight.fileDate ?? Date.now())}
            onChange={(event) => {
              const assumedAt = Date.parse(event.currentTarget.value);
              if (Number.isFinite(assumedAt)) choose(intake.key, { assumedAt });
            }}
          />
        )}
        {!isImport && <KnownForecast key={intake.domains.kind} accountId={account.id} />}
        {price &&
          priceNotes(price).map((sentence) => (
            <Text key={sentence} size="sm" role="status">
              {sentence}
            </Text>
          ))}
        {awaited && (
          <Text size="sm" role="status">
            {priceWords.balanceAwaited(awaited.title)}
          </Text>
        )}
        {problem?.code === "dates_unclear" && (
          <DateOrderQuestion
            problem={problem}
            isBusy={pricing}
            onOrder={(dateOrder) => choose(intake.key, { dateOrder })}
          />
        )}
        {problem && problem.code !== "dates_unclear" && (
          <ProblemNote
            problem={problem}
            also={
              problem !== intake.startProblem && problem.chargeUnknown ? priceWords.nothingBegun : undefined
            }
          >
            {isAway && (
              <SmallButton onClick={() => void start(short, true, true)}>{teamWords.startAnyway}</SmallButton>
            )}
          </ProblemNote>
        )}
        {!isImport && <PriceChoices price={price} />}
      </Stack>
      {(price || pricing) && (
        <div className={css.bar}>
          {price && (
            <div className={css.agreed}>
              {/* The sentence with the terms says it too. */}
              <div className={`num ${css.total}`} aria-hidden="true">
                {counted(price.credits, "credit")}
              </div>
              {!short && (
                <Note>{isImport ? priceWords.resultsFile : noteOf(price, intake.isAutoStarted)}</Note>
              )}
            </div>
          )}
          {!price && (
            <Button size="md" disabled>
              {isImport ? priceWords.review : priceWords.verify}
            </Button>
          )}
          {price && !short && <Agree price={price} unsettled={unsettled} start={start} />}
          {price && short && <Short price={price} unsettled={unsettled} start={start} />}
        </div>
      )}
    </Box>
  );
}
