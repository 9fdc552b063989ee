import { ActionIcon, Button, Group, Menu, Popover, Scroller, Text, TextInput, Tooltip } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SavedView } from "../../../../shared/bridge/app.ts";
import { count } from "../../../../shared/numbers.ts";
import { notifyWithUndo } from "../../../frame/notify.tsx";
import { useApp, useWinnow } from "../../../stores/winnow.tsx";
import { commonWords } from "../../../words/common.ts";
import { tableWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { isSameFilter, useViewCounts, viewsOf, withoutView, withView } from "./saved-views.ts";

function ViewName(props: {
  isOpen: boolean;
  name: string;
  onClose: () => void;
  onKeep: (name: string) => void;
  children: ReactNode;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? props.name;
  const close = () => {
    setTyped(null);
    props.onClose();
  };
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    props.onKeep(name.trim());
    close();
  };
  return (
    <Popover
      opened={props.isOpen}
      onChange={(isOpen) => !isOpen && close()}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      // The target can contain several controls, none of which should be labelled as the popup's trigger.
      withRoles={false}
    >
      <Popover.Target>{props.children}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={tableWords.viewName}>
        <Group gap="xs" align="end" wrap="nowrap" component="form" onSubmit={keep}>
          <TextInput
            data-autofocus
            label={tableWords.viewName}
            value={name}
            maxLength={60}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={name.trim() === ""}>
            {commonWords.save}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
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
    <ViewName isOpen={isNaming} name={view.name} onClose={() => setNaming(false)} onKeep={props.onRename}>
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
    </ViewName>
  );
}

export function SavedViews() {
  const { cleaning, summary, view: shown, isReady, show } = useResults();
  const { listId } = cleaning;
  const { filter } = shown;
  const { app, desk } = useWinnow();
  const saved = useApp((state) => state.settings.savedViews);
  const save = useApp((state) => state.save);
  const [isNaming, setNaming] = useState(false);
  const views = viewsOf(saved, listId);
  const counts = useViewCounts(summary, views, isReady);
  const keep = async (savedViews: SavedView[]) => {
    const problem = await save({ savedViews });
    if (problem) desk.getState().notify({ kind: "problem", problem });
    return problem === null;
  };
  const isPlain = isSameFilter(filter, {});
  const isKnown = isPlain || views.some((view) => isSameFilter(view.filter, filter));
  const remove = async (view: SavedView) => {
    const isGone = await keep(withoutView(saved, view));
    const back = () => void keep(withView(app.getState().settings.savedViews, view));
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
            onRename={(name) => void keep(withView(saved, { ...view, name }, view.name))}
            onReplace={() => void keep(withView(saved, { ...view, filter }))}
            onRemove={() => void remove(view)}
          />
        ))}
      </Scroller>
      <ViewName
        isOpen={isNaming}
        name=""
        onClose={() => setNaming(false)}
        onKeep={(name) => void keep(withView(saved, { listId, name, filter }))}
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
      </ViewName>
    </Group>
  );
}
