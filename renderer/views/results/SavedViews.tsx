import { ActionIcon, Button, Group, Menu, Scroller, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SavedView } from "../../../shared/bridge/app.ts";
import type { ResultFilter } from "../../../shared/bridge/results.ts";
import { count } from "../../../shared/numbers.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { notifyWithUndo } from "../../frame/notify.tsx";
import { useQuery } from "../../stores/query.ts";
import { useApp, useWinnow } from "../../stores/winnow.tsx";
import { tableWords } from "../../words/table.ts";
import { useResults } from "./results-context.tsx";
import { NamePopover, useSaveSettings, withNamed, withoutNamed } from "./saved-by-name.tsx";
import { LIST_ORDER } from "./view-state.ts";

/** Returns whether two filters select the same rows, regardless of the order of their parts. */
function isSameFilter(one: ResultFilter, other: ResultFilter): boolean {
  return normalized(one) === normalized(other);
}

function normalized(part: unknown): string {
  if (Array.isArray(part)) return `[${part.map(normalized).sort().join()}]`;
  if (typeof part !== "object" || part === null) return JSON.stringify(part);
  const parts = Object.entries(part).filter(([, value]) => value !== undefined);
  return `{${parts
    .map(([name, value]) => `${name}:${normalized(value)}`)
    .sort()
    .join()}}`;
}

/** Counts the rows of each view, by its name. */
function useViewCounts(views: readonly SavedView[]): ReadonlyMap<string, number> {
  const { summary, isReady } = useResults();
  const { bridge } = useWinnow();
  const [page] = useState(() => crypto.randomUUID());
  const { cleaningId } = summary;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the views, the summary for the marks
  const ask = useCallback(async (): Promise<Result<ReadonlyMap<string, number>>> => {
    const counts = new Map<string, number>();
    for (const [at, { name, filter }] of views.entries()) {
      const query = { cleaningId, filter, sort: LIST_ORDER, offset: 0, limit: 1 };
      const answer = await bridge.call("results.rows", { ...query, sequence: at + 1, page: `${page}-${at}` });
      if (answer.ok) counts.set(name, answer.value.total);
    }
    return ok(counts);
  }, [bridge, page, summary, JSON.stringify(views)]);
  return useQuery(cleaningId, isReady ? ask : null).value ?? new Map();
}

const ICON = { size: 28, variant: "subtle", color: "gray" } as const;

function Tab(props: { name: string; rows: number | null; isShown: boolean; onShow: () => void }) {
  const { name, rows, isShown } = props;
  const tab = useRef<HTMLButtonElement>(null);
  // Keep the active view visible in a scrolled tab bar.
  useEffect(() => {
    if (isShown) tab.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [isShown]);
  return (
    <Button
      ref={tab}
      variant={isShown ? "light" : "subtle"}
      color="gray"
      px={10}
      maw="16rem"
      aria-pressed={isShown}
      aria-label={tableWords.view(name, rows)}
      onClick={props.onShow}
    >
      <span className="cut">{name}</span>{" "}
      {rows !== null && (
        <Text span inherit fw={400} ml={6} className="num">
          {count(rows)}
        </Text>
      )}
    </Button>
  );
}

function SavedTab(props: {
  view: SavedView;
  rows: number | null;
  isShown: boolean;
  onShow: () => void;
  onRename: (name: string) => void;
  onReplace: () => void;
  onRemove: () => void;
}) {
  const { view } = props;
  const [isNaming, setNaming] = useState(false);
  return (
    <NamePopover
      label={tableWords.viewName}
      isOpen={isNaming}
      name={view.name}
      onClose={() => setNaming(false)}
      onKeep={props.onRename}
    >
      <Group gap={0} wrap="nowrap" flex="none" data-item>
        <Tab name={view.name} rows={props.rows} isShown={props.isShown} onShow={props.onShow} />
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <ActionIcon {...ICON} aria-label={tableWords.viewMenu(view.name)}>
              <IconChevronDown size={14} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setNaming(true)}>{tableWords.rename}</Menu.Item>
            <Menu.Item disabled={props.isShown} onClick={props.onReplace}>
              {tableWords.update}
            </Menu.Item>
            <Menu.Item onClick={props.onRemove}>{tableWords.remove}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </NamePopover>
  );
}

export function SavedViews() {
  const { cleaning, summary, view: shown, show } = useResults();
  const { listId } = cleaning;
  const { filter } = shown;
  const { app } = useWinnow();
  const saved = useApp((state) => state.settings.savedViews);
  const save = useSaveSettings();
  const [isNaming, setNaming] = useState(false);
  const views = saved.filter((view) => view.listId === listId);
  const counts = useViewCounts(views);
  const keep = (savedViews: SavedView[]) => save({ savedViews });
  const isPlain = isSameFilter(filter, {});
  const isKnown = isPlain || views.some((view) => isSameFilter(view.filter, filter));
  const remove = async (view: SavedView) => {
    const isGone = await keep(withoutNamed(saved, view));
    const back = () => void keep(withNamed(app.getState().settings.savedViews, view));
    if (isGone) notifyWithUndo("view", tableWords.removed(view.name), back);
  };
  return (
    <Group gap={4} wrap="nowrap" flex="1 1 auto" miw={0} role="group" aria-label={tableWords.views}>
      <Scroller
        miw={0}
        m={-4}
        // Space for focus outlines.
        styles={{ content: { alignItems: "center", gap: 4, padding: 4 } }}
        controlSize={40}
        scrollAmount={240}
        edgeGradientColor="var(--w-surface)"
      >
        <Tab name={tableWords.allRows} rows={summary.rows} isShown={isPlain} onShow={() => show({})} />
        {views.map((view) => (
          <SavedTab
            key={view.name}
            view={view}
            rows={counts.get(view.name) ?? null}
            isShown={isSameFilter(view.filter, filter)}
            onShow={() => show(view.filter)}
            onRename={(name) => void keep(withNamed(saved, { ...view, name }, view.name))}
            onReplace={() => void keep(withNamed(saved, { ...view, filter }))}
            onRemove={() => void remove(view)}
          />
        ))}
      </Scroller>
      <NamePopover
        label={tableWords.viewName}
        isOpen={isNaming}
        name=""
        onClose={() => setNaming(false)}
        onKeep={(name) => void keep(withNamed(saved, { listId, name, filter }))}
      >
        <span>
          <Tooltip label={isPlain ? tableWords.saveViewWhy : tableWords.saveView}>
            <ActionIcon
              {...ICON}
              aria-label={tableWords.saveView}
              aria-disabled={isKnown}
              data-disabled={isKnown || undefined}
              onClick={() => !isKnown && setNaming(true)}
            >
              <IconPlus size={16} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </span>
      </NamePopover>
    </Group>
  );
}
