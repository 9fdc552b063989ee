import { Anchor, Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useCallback, useState } from "react";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { NamedTable } from "../../components/NamedTable.tsx";
import { Note, ProblemNote } from "../../components/notes.tsx";
import { useQuery } from "../../stores/query.ts";
import { useWinnow } from "../../stores/winnow.tsx";
import { cleanWords, flaggedWords } from "../../words/clean.ts";
import { commonWords } from "../../words/common.ts";
import { correctionWords } from "../../words/questions.ts";
import { type FlaggedKind, useReadList } from "./read-list-context.tsx";
import { useOverrides } from "./use-import.ts";
export const PAGE = 100;

interface Page<T> {
  readonly total: number;
  readonly items: readonly T[];
}

export function usePaged<T>(question: string, read: (offset: number) => Promise<Result<Page<T>>>) {
  const [wanted, setWanted] = useState(PAGE);
  const ask = useCallback(async (): Promise<Result<Page<T>>> => {
    const items: T[] = [];
    for (;;) {
      const page = await read(items.length);
      if (!page.ok) return page;
      const { total } = page.value;
      items.push(...page.value.items);
      if (items.length >= Math.min(wanted, total) || page.value.items.length === 0)
        return ok({ total, items });
    }
  }, [read, wanted]);
  const { value, problem, isAsking, reload } = useQuery(question, ask);
  return {
    items: value?.items ?? [],
    total: value?.total ?? 0,
    problem,
    isAsking,
    more: () => setWanted((n) => n + PAGE),
    reload,
  };
}

/** A drawer of a list's rows or entries; `total` is their number. */
export function RowsDrawer(props: {
  title: string;
  total: number;
  help: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size="lg"
      title={`${props.title} (${count(props.total)})`}
    >
      <Stack gap="xs">
        <Note>{props.help}</Note>
        {props.children}
      </Stack>
    </Drawer>
  );
}

export function PagedDrawer<T>(props: {
  title: string;
  help: ReactNode;
  page: ReturnType<typeof usePaged<T>>;
  problem?: Problem | null;
  onClose: () => void;
  children: ReactNode;
}) {
  const { page } = props;
  const problem = props.problem ?? page.problem;
  return (
    <RowsDrawer title={props.title} total={page.total} help={props.help} onClose={props.onClose}>
      {problem && <ProblemNote problem={problem} />}
      {props.children}
      {page.items.length < page.total && (
        <Button variant="default" loading={page.isAsking} onClick={page.more}>
          {commonWords.showMore}
        </Button>
      )}
    </RowsDrawer>
  );
}

/** Entries of a reference list that occur in this list. Overrides apply to all lists from then on. */
export function FlaggedDrawer({ kind }: { kind: FlaggedKind }) {
  const { preflight, closeDrawer } = useReadList();
  const { listId } = preflight;
  const { bridge } = useWinnow();
  const { overrides, say, forget } = useOverrides();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [changed, setChanged] = useState(false);
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.flagged", { listId, kind, offset, limit: PAGE });
      return page.ok ? ok({ total: page.value.total, items: page.value.entries }) : page;
    },
    [bridge, listId, kind],
  );
  const page = usePaged(`${listId} ${kind}`, read);
  const decide = async (entry: string, isOff: boolean) => {
    const one = { kind, entry, listed: false };
    setChanged(true);
    setProblem(await (isOff ? forget(one) : say(one)));
  };
  return (
    <PagedDrawer
      title={flaggedWords.titles[kind]}
      help={
        <>
          {flaggedWords.help[kind]} {flaggedWords.everywhere}{" "}
          <Anchor href="#/settings/cleaning" size="sm">
            {flaggedWords.settings}
          </Anchor>
        </>
      }
      page={page}
      problem={problem}
      onClose={() => closeDrawer(changed)}
    >
      {page.items.map(({ entry, addresses }) => {
        const isOff = overrides.some((one) => one.kind === kind && one.entry === entry && !one.listed);
        const does = isOff ? commonWords.revert : flaggedWords.not[kind];
        return (
          <Group key={entry} justify="space-between" wrap="nowrap">
            <Text size="sm" td={isOff ? "line-through" : undefined} style={{ overflowWrap: "anywhere" }}>
              {entry}
              {kind === "role" && "@"} <span className="quiet">{count(addresses)}</span>
            </Text>
            <Button
              size="compact-sm"
              variant={isOff ? "default" : "light"}
              aria-label={`${does}: ${entry}`}
              onClick={() => void decide(entry, isOff)}
            >
              {does}
            </Button>
          </Group>
        );
      })}
    </PagedDrawer>
  );
}

export function MalformedDrawer() {
  const { preflight, closeDrawer } = useReadList();
  const { listId } = preflight;
  const { bridge } = useWinnow();
  const read = useCallback(
    async (offset: number) => {
      const page = await bridge.call("lists.malformed", { listId, offset, limit: PAGE });
      return page.ok ? ok({ total: page.value.total, items: page.value.rows }) : page;
    },
    [bridge, listId],
  );
  const page = usePaged(listId, read);
  return (
    <PagedDrawer
      title={cleanWords.malformedTitle}
      help={cleanWords.malformedHelp}
      page={page}
      onClose={() => closeDrawer(false)}
    >
      <NamedTable
        stickyHeader
        fz="md"
        style={{ overflowWrap: "anywhere" }}
        rows={page.items}
        keyOf={({ row }) => row}
        columns={[
          { name: cleanWords.line, cell: ({ line }) => <span className="num">{count(line)}</span> },
          { name: cleanWords.cell, cell: ({ cell }) => cell },
          { name: cleanWords.reason, cell: ({ reason }) => reason },
          { name: correctionWords.suggestion, cell: ({ suggestion }) => suggestion },
        ]}
      />
    </PagedDrawer>
  );
}
