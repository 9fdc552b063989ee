import { Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { useCallback, useState } from "react";
import type { z } from "zod";
import type { typoSchema } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { count } from "../../format/numbers.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { cleanWords, flaggedWords } from "../../words/clean.ts";
import { correctionWords } from "../../words/questions.ts";
import { usePaged } from "./paged.ts";
import { useOverrides } from "./useOverrides.ts";

type Typo = z.infer<typeof typoSchema>;

/** Suggested corrections, each to be accepted or left. Nothing is applied by itself. */
export function TyposDrawer(props: {
  listId: string;
  /** Of likely typos, or of whole cells. */
  of: "typos" | "cells";
  opened: boolean;
  /** Which corrections count cannot be changed any more. */
  settled: boolean;
  /** Rows whose cells have a correction that is not accepted. */
  cells: number;
  /** Whether every correction of a cell is accepted. */
  allCells: boolean;
  onAllCells: (accept: boolean) => void;
  onClose: () => void;
  onChanged: () => void;
  /** The user said that some are no typos: the list is to be looked at again. */
  onJudged: () => void;
}) {
  const { bridge } = useWinnow();
  const { listId, of } = props;
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.typos", { listId, of, offset, limit: 100 });
      return page.ok ? ok({ total: page.value.total, items: page.value.typos }) : page;
    },
    [bridge, listId, of],
  );
  const page = usePaged<Typo>(props.opened, read);
  const decide = async (typo: Typo) => {
    const accept = !typo.accepted;
    const done = await bridge.call("lists.acceptTypos", { listId, addresses: [typo.address], accept });
    setProblem(done.ok ? null : done.problem);
    if (!done.ok) return;
    props.onChanged();
    page.replace((items) =>
      items.map((one) => (one.address === typo.address ? { ...one, accepted: accept } : one)),
    );
  };
  const { overrides, say, forget } = useOverrides();
  const [judged, setJudged] = useState(false);
  const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const isNone = (domain: string) =>
    overrides.some((one) => one.kind === "typo" && one.entry === domain && !one.listed);
  const judge = async (domain: string) => {
    const one = { kind: "typo" as const, entry: domain, listed: false };
    setJudged(true);
    setProblem(await (isNone(domain) ? forget(one) : say(one)));
  };
  const shown = problem ?? page.problem;
  const close = () => {
    props.onClose();
    if (judged) props.onJudged();
    setJudged(false);
  };
  return (
    <Drawer
      opened={props.opened}
      onClose={close}
      position="right"
      size="lg"
      title={`${of === "cells" ? correctionWords.title : cleanWords.typosTitle} (${count(page.total)})`}
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {props.settled ? cleanWords.settled : cleanWords.typosHelp}
        </Text>
        {shown && <ProblemNote problem={shown} />}
        {of === "cells" && !props.settled && (props.cells > 0 || props.allCells) && (
          <Button
            variant="light"
            onClick={() => {
              props.onAllCells(!props.allCells);
              close();
            }}
          >
            {props.allCells ? correctionWords.takeAllBack : correctionWords.all(props.cells)}
          </Button>
        )}
        {page.items.map((typo) => (
          <Group key={typo.address} justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {typo.address} → <strong>{typo.suggestion}</strong>
              {typo.kind !== "typo" && (
                <Text span size="xs" c="dimmed">
                  {" "}
                  ({correctionWords.kinds[typo.kind]})
                </Text>
              )}
            </Text>
            <Group gap="xs" wrap="nowrap">
              {!typo.accepted && typo.kind === "typo" && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`${isNone(domainOf(typo.address)) ? flaggedWords.takeBack : flaggedWords.notTypo}: ${domainOf(typo.address)}`}
                  onClick={() => void judge(domainOf(typo.address))}
                >
                  {isNone(domainOf(typo.address)) ? flaggedWords.takeBack : flaggedWords.notTypo}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant={typo.accepted ? "default" : "light"}
                disabled={props.settled || (props.allCells && typo.kind !== "typo")}
                aria-label={`${typo.accepted ? cleanWords.takeBack : cleanWords.accept}: ${typo.suggestion}`}
                onClick={() => void decide(typo)}
              >
                {typo.accepted ? cleanWords.takeBack : cleanWords.accept}
              </Button>
            </Group>
          </Group>
        ))}
        {page.items.length < page.total && (
          <Button variant="default" loading={page.loading} onClick={page.more}>
            {cleanWords.more}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
