import { Button, SegmentedControl, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useRef } from "react";
import { useSearch } from "wouter";
import { SearchField } from "../../components/fields.tsx";
import { EmptyState, Loading, Note, ProblemNote } from "../../components/notes.tsx";
import { Page } from "../../components/Page.tsx";
import { useCommand } from "../../frame/Shortcuts.tsx";
import { go } from "../../navigation.ts";
import { commonWords } from "../../words/common.ts";
import { listsWords } from "../../words/lists.ts";
import { AddressMatches, useAddressMatches } from "./AddressMatches.tsx";
import { BinnedRow, ListRow, ListsHead } from "./ListRow.tsx";
import { useLists } from "./useLists.ts";

/** All cleanings, newest first, searchable by name and by verified address. The search is in the URL. */
export default function ListsView() {
  const params = new URLSearchParams(useSearch());
  const search = params.get("q") ?? "";
  const bin = params.get("bin") === "1";
  const [settled] = useDebouncedValue(search, 150);
  const input = useRef<HTMLInputElement>(null);
  const lists = useLists(settled, bin);
  useCommand("search", () => input.current?.select());
  const show = (next: { q?: string; bin?: boolean }) => {
    const to = new URLSearchParams();
    const q = next.q ?? search;
    if (q) to.set("q", q);
    if (next.bin ?? bin) to.set("bin", "1");
    const text = to.toString();
    go(`/lists${text ? `?${text}` : ""}`, { replace: next.q !== undefined });
  };
  const searching = settled.trim() !== "";
  const matches = useAddressMatches(bin ? "" : settled.trim());
  // No empty state if addresses were found or are still being searched.
  const isEmpty = lists.loaded && lists.total === 0 && !lists.problem;
  const noAddress = !searching || bin || (matches.isDone && matches.total === 0);
  const Row = bin ? BinnedRow : ListRow;
  return (
    <Page
      title={listsWords.title}
      wide
      actions={
        <SegmentedControl
          aria-label={listsWords.lists}
          value={bin ? "bin" : "lists"}
          onChange={(value) => show({ bin: value === "bin" })}
          data={[
            { value: "lists", label: listsWords.lists },
            { value: "bin", label: listsWords.bin },
          ]}
        />
      }
    >
      <Stack gap="lg">
        <SearchField
          ref={input}
          label={listsWords.search}
          placeholder={listsWords.searchPlaceholder}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          value={search}
          onText={(text) => show({ q: text })}
        />
        {lists.problem && <ProblemNote problem={lists.problem} />}
        {!lists.loaded && !lists.problem && lists.cleanings.length === 0 && (
          <Loading label={listsWords.loading} />
        )}
        {searching && !bin && <AddressMatches search={settled.trim()} matches={matches} />}
        {lists.total > 0 && <Note role="status">{listsWords.total(lists.total)}</Note>}
        {lists.cleanings.length > 0 && (
          <div className="card">
            {!bin && <ListsHead />}
            <ul className="plain-list" aria-label={listsWords.title}>
              {lists.cleanings.map((cleaning) => (
                <Row key={cleaning.id} cleaning={cleaning} onChanged={lists.reload} />
              ))}
            </ul>
          </div>
        )}
        {isEmpty && noAddress && <Empty bin={bin} searching={searching} />}
        {lists.cleanings.length < lists.total && (
          <Button variant="default" onClick={lists.more} loading={!lists.loaded} mx="auto">
            {commonWords.showMore}
          </Button>
        )}
      </Stack>
    </Page>
  );
}

function Empty(props: { bin: boolean; searching: boolean }) {
  if (props.searching)
    return <EmptyState title={listsWords.nothingTitle} detail={listsWords.nothingDetail} />;
  if (props.bin) return <EmptyState title={listsWords.binTitle} detail={listsWords.binDetail} />;
  return (
    <EmptyState title={listsWords.emptyTitle} detail={listsWords.emptyDetail}>
      <Button mt="sm" onClick={() => go("/clean")}>
        {listsWords.emptyDo}
      </Button>
    </EmptyState>
  );
}
