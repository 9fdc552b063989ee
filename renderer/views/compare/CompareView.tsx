import { Anchor, Button, Group, SegmentedControl, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useSearch } from "wouter";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import { COMPARISON_KINDS } from "../../../shared/bridge/constants.ts";
import { EmptyState, Loading, Note, ProblemNote, SandboxMark } from "../../components/notes.tsx";
import { wordsOf } from "../../components/VerdictMark.tsx";
import { go } from "../../navigation.ts";
import { useRefetch } from "../../stores/query.ts";
import { useCleaning, useCleanings, useWinnow } from "../../stores/winnow.tsx";
import { momentAmong } from "../../times.ts";
import { commonWords } from "../../words/common.ts";
import { frameWords } from "../../words/frame.ts";
import { compareWords, resultsWords } from "../../words/results.ts";
import { viewTo, WHOLE_VIEW } from "../results/view-state.ts";
import css from "./Compare.module.css";
import { ComparedTable, MovesTable } from "./ComparedTable.tsx";
import {
  type CompareState,
  compareFrom,
  compareTo,
  createComparedRows,
  endOf,
  type Kind,
  kindOfMove,
  type Side,
} from "./compare-state.ts";

function Name(props: { id: string; beside: string; what: string }) {
  const cleaning = useCleaning(props.id);
  const other = useCleaning(props.beside);
  if (!cleaning) return null;
  return (
    <Text size="sm">
      <span className="quiet">{props.what}: </span>
      <Anchor href={`#/cleanings/${cleaning.id}`} aria-label={compareWords.open(cleaning.name)}>
        {cleaning.name}
      </Anchor>{" "}
      <span className="quiet">({momentAmong(endOf(cleaning), other ? [endOf(other)] : [])})</span>{" "}
      {cleaning.sandbox && <SandboxMark />}
    </Text>
  );
}

/** Hides gained and lost verdicts if there are none, which is the usual case. */
function shownKinds(counts: Record<Kind, number>, chosen: Kind): Kind[] {
  return COMPARISON_KINDS.filter(
    (one) => (one !== "gained" && one !== "lost") || counts[one] > 0 || one === chosen,
  );
}

/** Returns the filter for the rows of one change; `null` without a verdict on both sides. */
function turnedFilter({ id: cleaningId, listId }: Cleaning, { from, to }: CompareState) {
  if (from === null || to === null || from === "none" || to === "none") return null;
  return { since: { cleaningId, listId }, from, to };
}

/** Compares two cleanings: changed verdicts, new and removed addresses. Filters are in the URL. */
export default function CompareView(props: { left: string; right: string }) {
  const { left, right } = props;
  const { bridge } = useWinnow();
  const search = useSearch();
  const state = useMemo(() => compareFrom(search), [search]);
  const { kind, from, to } = state;
  useDocumentTitle(frameWords.windowTitle(compareWords.title));
  const rows = useMemo(
    () => createComparedRows(bridge, { left, right, kind, ...(from && { from }), ...(to && { to }) }),
    [bridge, left, right, kind, from, to],
  );
  useEffect(() => {
    rows.need(0, 99);
    return () => rows.stop();
  }, [rows]);
  useSyncExternalStore(rows.subscribe, rows.version);
  useRefetch(rows.problem(), rows.refresh);

  const isGone = useCleanings(({ erasedIds }) => erasedIds.has(left) || erasedIds.has(right));

  const show = (next: CompareState) => {
    const text = compareTo(next);
    go(`/compare/${left}/${right}${text ? `?${text}` : ""}`);
  };
  const move = (one: Side, other: Side) => {
    const chosen = from === one && to === other;
    show(chosen ? { kind, from: null, to: null } : { kind: kindOfMove(one, other), from: one, to: other });
  };
  const before = useCleaning(left);
  const after = useCleaning(right);
  const turned = before === undefined ? null : turnedFilter(before, state);
  const problem = rows.problem();
  const summary = rows.answer();
  if (isGone)
    return (
      <div className={css.page}>
        <EmptyState title={compareWords.goneTitle} detail={compareWords.goneDetail}>
          <Button size="xs" onClick={() => go("/lists")}>
            {commonWords.allLists}
          </Button>
        </EmptyState>
      </div>
    );
  return (
    <div className={css.page}>
      <div>
        <Title order={1} size="h3">
          {compareWords.title}
        </Title>
        <Group gap="md">
          <Name id={left} beside={right} what={compareWords.before} />
          <Name id={right} beside={left} what={compareWords.after} />
        </Group>
      </div>
      {problem && <ProblemNote problem={problem} onAgain={rows.refresh} />}
      {!summary && !problem && <Loading label={resultsWords.loading} />}
      {summary && (
        <>
          <div style={{ overflowX: "auto" }}>
            <MovesTable moves={summary.moves} state={state} onMove={move} />
          </div>
          <Group gap="md">
            <SegmentedControl
              aria-label={compareWords.title}
              value={kind}
              onChange={(next) => show({ kind: next, from: null, to: null })}
              data={shownKinds(summary.counts, kind).map((value) => ({
                value,
                label: compareWords.kinds[value](summary.counts[value]),
              }))}
            />
            {(from !== null || to !== null) && (
              <Button
                size="compact-sm"
                variant="light"
                rightSection={<IconX size={13} aria-hidden="true" />}
                onClick={() => show({ kind, from: null, to: null })}
              >
                {[from, to].map((side) => (side === null ? "…" : wordsOf(side).name)).join(" → ")}
              </Button>
            )}
            {turned !== null && (
              <Button
                size="compact-sm"
                variant="default"
                component="a"
                href={`#/cleanings/${right}?${viewTo({ ...WHOLE_VIEW, filter: { turned } })}`}
              >
                {compareWords.act}
              </Button>
            )}
            <Note role="status">
              {compareWords.kindHelp[kind]} {compareWords.same(summary.counts.same)}
              {summary.counts.none > 0 && ` ${compareWords.neither(summary.counts.none)}`}
            </Note>
          </Group>
          {summary.total === 0 ? (
            <EmptyState title={compareWords.nothing[kind]} detail={compareWords.nothingDetail} />
          ) : (
            <ComparedTable rows={rows} total={summary.total} sandbox={after?.sandbox === true} />
          )}
        </>
      )}
    </div>
  );
}
