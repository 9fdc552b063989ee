import { ActionIcon, Checkbox, Group, Text, TextInput, Tooltip } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { ResultFilter, Summary } from "../../../../shared/bridge/results.ts";
import { useCommand } from "../../../frame/commands.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import { ColumnsMenu } from "./ColumnsMenu.tsx";
import type { Columns } from "./useColumns.ts";

interface Props {
  cleaningId: string;
  filter: ResultFilter;
  columns: Columns;
  /** Rows that pass the filter; null while that is being found out. */
  shown: number | null;
  rows: number;
  steps: Summary["steps"];
  onFilter: (patch: Partial<ResultFilter>, typing?: boolean) => void;
  onChanged: () => void;
  /** What was done to marks, in words. */
  onSaid: (said: string) => void;
}

function Search(props: Pick<Props, "filter" | "onFilter">) {
  const { filter, onFilter } = props;
  const [text, setText] = useState(filter.search ?? "");
  const input = useRef<HTMLInputElement>(null);
  useCommand("search", () => input.current?.select());
  const tell = useDebouncedCallback((value: string) => onFilter({ search: value || undefined }, true), 140);
  // Back, Forward and the chips change the search too; what is being typed is never overwritten.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(filter.search ?? "");
  }, [filter.search]);
  return (
    <Group gap="sm" wrap="nowrap" flex={1} miw={220} maw={520}>
      <TextInput
        ref={input}
        type="search"
        flex={1}
        aria-label={filter.searchAll ? resultsWords.searchAllLabel : resultsWords.search}
        placeholder={resultsWords.search}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        maxLength={400}
        onChange={(event) => {
          setText(event.currentTarget.value);
          tell(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || text === "") return;
          event.stopPropagation();
          setText("");
          onFilter({ search: undefined }, true);
        }}
      />
      <Checkbox
        size="xs"
        label={resultsWords.searchAll}
        checked={filter.searchAll ?? false}
        onChange={(event) => onFilter({ searchAll: event.currentTarget.checked || undefined }, true)}
      />
    </Group>
  );
}

/** One that there is nothing for keeps its place and the focus. */
function Undo(props: Pick<Props, "cleaningId" | "steps" | "onChanged" | "onSaid">) {
  const { bridge, desk } = useWinnow();
  const step = (redo: boolean) => async () => {
    const done = await bridge.call("results.undo", { cleaningId: props.cleaningId, redo });
    if (!done.ok) return desk.getState().tell({ kind: "problem", problem: done.problem });
    props.onSaid(resultsWords.stepped(redo, done.value.changed));
    if (done.value.changed > 0) props.onChanged();
  };
  const undo = step(false);
  const off = (can: boolean | undefined) =>
    can === false ? { "data-disabled": true, "aria-disabled": true } : {};
  const redo = step(true);
  useCommand("undo", () => void undo());
  useCommand("redo", () => void redo());
  useHotkeys([
    ["mod+Z", () => void undo()],
    ["mod+shift+Z", () => void redo()],
    ["mod+Y", () => void redo()],
  ]);
  const buttons = [
    { label: resultsWords.undo, act: undo, can: props.steps?.undo, Icon: IconArrowBackUp },
    { label: resultsWords.redo, act: redo, can: props.steps?.redo, Icon: IconArrowForwardUp },
  ];
  return (
    <>
      {buttons.map(({ label, act, can, Icon }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="default" size="lg" aria-label={label} onClick={() => void act()} {...off(can)}>
            <Icon size={17} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      ))}
    </>
  );
}

/** Search, columns, undo, and how many rows are on screen. */
export function Toolbar(props: Props) {
  const { shown, rows } = props;
  return (
    <Group gap="sm" justify="space-between">
      <Search filter={props.filter} onFilter={props.onFilter} />
      <Group gap="xs">
        <Text size="sm" c="dimmed" className="num" role="status">
          {shown === null ? resultsWords.loading : resultsWords.shown(shown, rows)}
        </Text>
        <Undo
          cleaningId={props.cleaningId}
          steps={props.steps}
          onChanged={props.onChanged}
          onSaid={props.onSaid}
        />
        <ColumnsMenu columns={props.columns} />
      </Group>
    </Group>
  );
}
