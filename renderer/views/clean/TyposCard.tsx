import { Box, Button, Group, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import type { z } from "zod";
import type { TypoDomain, typoSchema } from "../../../shared/bridge/lists.ts";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { CompactButton, SmallButton } from "../../components/buttons.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { useCall } from "../../stores/query.ts";
import { useIntake, useWinnow } from "../../stores/winnow.tsx";
import { cleanWords, flaggedWords, typoWords } from "../../words/clean.ts";
import { commonWords } from "../../words/common.ts";
import { correctionWords } from "../../words/questions.ts";
import css from "./Decision.module.css";
import { PAGE, PagedDrawer, usePaged } from "./PagedDrawer.tsx";
import { useReadList } from "./read-list-context.tsx";
import { useOverrides } from "./use-import.ts";

type Typo = z.infer<typeof typoSchema>;

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Proposed corrections, each to accept or leave. None is applied automatically. */
export function TyposDrawer({ of }: { of: "typos" | "cells" }) {
  const { intake, preflight, isSettled, closeDrawer } = useReadList();
  const correct = useIntake((state) => state.correct);
  const { listId } = preflight;
  const allCells = intake.readOptions.fixCells === true;
  const { bridge } = useWinnow();
  const { overrides, say, forget } = useOverrides();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [hasChanged, setChanged] = useState(false);
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.typos", { listId, of, offset, limit: PAGE });
      return page.ok ? ok({ total: page.value.total, items: page.value.typos }) : page;
    },
    [bridge, listId, of],
  );
  const page = usePaged(`${listId} ${of}`, read);
  const decide = async ({ address, accepted }: Typo) => {
    const failed = await correct(intake.key, { addresses: [address], accept: !accepted });
    setProblem(failed);
    if (failed === null) page.reload();
  };
  const isNone = (domain: string) =>
    overrides.some((one) => one.kind === "typo" && one.entry === domain && !one.listed);
  const overrideTypo = async (domain: string) => {
    const one = { kind: "typo" as const, entry: domain, listed: false };
    setChanged(true);
    setProblem(await (isNone(domain) ? forget(one) : say(one)));
  };
  return (
    <PagedDrawer
      title={of === "cells" ? correctionWords.title : cleanWords.typosTitle}
      help={isSettled ? cleanWords.settled : cleanWords.typosHelp}
      page={page}
      problem={problem}
      onClose={() => closeDrawer(hasChanged)}
    >
      {page.items.map((typo) => {
        const { address, suggestion, accepted, kind } = typo;
        const domain = domainOf(address);
        const says = isNone(domain) ? commonWords.revert : flaggedWords.notTypo;
        const does = accepted ? commonWords.revert : cleanWords.accept;
        return (
          <Group key={address} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {address} → <strong>{suggestion}</strong>
              {kind !== "typo" && <span className="quiet"> ({correctionWords.kinds[kind]})</span>}
            </Text>
            <Group gap="xs" wrap="nowrap">
              {!accepted && kind === "typo" && (
                <CompactButton aria-label={`${says}: ${domain}`} onClick={() => void overrideTypo(domain)}>
                  {says}
                </CompactButton>
              )}
              <Button
                size="compact-sm"
                variant={accepted ? "default" : "light"}
                disabled={isSettled || (allCells && kind !== "typo")}
                aria-label={`${does}: ${suggestion}`}
                onClick={() => void decide(typo)}
              >
                {does}
              </Button>
            </Group>
          </Group>
        );
      })}
    </PagedDrawer>
  );
}

const SHOWN = 5;

/** Likely typos by intended domain, and correctable cells. They can be accepted together or one by one. */
export function TyposCard() {
  const { intake, preflight, isBusy, isSettled, openDrawer, readAgain } = useReadList();
  const correct = useIntake((state) => state.correct);
  const { listId, typos, corrected = 0 } = preflight;
  const allCells = intake.readOptions.fixCells === true;
  const page = { listId, offset: 0, limit: SHOWN };
  const { value, reload } = useCall("lists.typoDomains", typos + corrected === 0 ? null : page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload after each correction
  useEffect(reload, [reload, typos, corrected]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isOff = isBusy || intake.correcting || isSettled;
  const decide = async (meant: "all" | string[], accept: boolean) =>
    setProblem(await correct(intake.key, { addresses: [], meant, accept }));
  const cells = preflight.fixable ?? 0;
  const fixed = preflight.fixed ?? 0;
  if (typos + corrected + cells + fixed === 0) return null;
  const domains = value?.domains ?? [];
  return (
    <Box role="group" className={css.card} aria-label={typoWords.title}>
      {problem && <ProblemNote problem={problem} />}
      {typos + corrected > 0 && (
        <div className={css.head}>
          <div>
            <strong>{typoWords.likely(typos, corrected)}</strong>{" "}
            {typos > 0 && <span className="quiet">{typoWords.help}</span>}
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" variant="subtle" onClick={() => openDrawer("typos")}>
              {typoWords.review}
            </Button>
            {typos > 0 && (
              <SmallButton disabled={isOff} onClick={() => void decide("all", true)}>
                {typoWords.acceptAll(typos)}
              </SmallButton>
            )}
          </Group>
        </div>
      )}
      {domains.map((one) => (
        <Meant key={one.domain} of={one} isOff={isOff} onDecide={(accept) => decide([one.domain], accept)} />
      ))}
      {(value?.total ?? 0) > domains.length && (
        <Note className={css.row}>{typoWords.more((value?.total ?? 0) - domains.length)}</Note>
      )}
      {cells + fixed > 0 && (
        <div className={css.head}>
          <div>
            <strong>{typoWords.cells(cells, fixed)}</strong>{" "}
            <span className="quiet">{typoWords.cellsHelp(cells)}</span>
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button size="compact-sm" variant="subtle" onClick={() => openDrawer("cells")}>
              {typoWords.reviewCells}
            </Button>
            {(cells > 0 || allCells) && (
              <SmallButton disabled={isOff} onClick={() => readAgain({ fixCells: !allCells || undefined })}>
                {allCells ? correctionWords.revertAll : correctionWords.all(cells)}
              </SmallButton>
            )}
          </Group>
        </div>
      )}
    </Box>
  );
}

function Meant(props: { of: TypoDomain; isOff: boolean; onDecide: (accept: boolean) => Promise<void> }) {
  const { domain, from, addresses, accepted } = props.of;
  const isDone = accepted === addresses;
  return (
    <div className={css.row}>
      <span className={css.from}>
        {from.map((one, at) => (
          <span key={one.domain}>
            {at > 0 && " · "}
            <s>{one.domain}</s> <span className="num quiet">{count(one.addresses)}</span>
          </span>
        ))}
      </span>
      <IconArrowRight size={16} aria-label={typoWords.means} />
      <strong className={css.to}>{domain}</strong>
      <CompactButton
        disabled={props.isOff}
        aria-label={`${isDone ? commonWords.revert : typoWords.accept(addresses - accepted)}: ${domain}`}
        onClick={() => void props.onDecide(!isDone)}
      >
        {isDone ? commonWords.revert : typoWords.accept(addresses - accepted)}
      </CompactButton>
    </div>
  );
}
