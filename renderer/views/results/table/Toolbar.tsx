import { Button, Checkbox, Flex, Group, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useCommand } from "../../../frame/Shortcuts.tsx";
import { resultsWords } from "../../../words/results.ts";
import { facetWords, tableWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { SavedViews } from "../SavedViews.tsx";
import { ColumnsMenu } from "./ColumnMenu.tsx";

function Search() {
  const { view, patchFilter } = useResults();
  const { filter } = view;
  const [text, setText] = useState(filter.search ?? "");
  const input = useRef<HTMLInputElement>(null);
  useCommand("search", () => input.current?.select());
  const tell = useDebouncedCallback(
    (value: string) => patchFilter({ search: value || undefined }, true),
    140,
  );
  // Navigation and chips also change the search, but never overwrite text being typed.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(filter.search ?? "");
  }, [filter.search]);
  return (
    <TextInput
      ref={input}
      type="search"
      flex={{ base: 1, sm: "0 0 18.5rem" }}
      aria-label={filter.searchAll ? resultsWords.searchAllLabel : resultsWords.search}
      aria-keyshortcuts="/"
      placeholder={tableWords.searchPlaceholder}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      rightSectionWidth={140}
      rightSectionPointerEvents="auto"
      rightSection={
        <Group gap="xs" wrap="nowrap" justify="flex-end" w="100%" pr={6}>
          <Checkbox
            size="xs"
            label={resultsWords.searchAll}
            checked={filter.searchAll ?? false}
            onChange={(event) => patchFilter({ searchAll: event.currentTarget.checked || undefined }, true)}
          />
          <Kbd aria-hidden="true">/</Kbd>
        </Group>
      }
      value={text}
      maxLength={400}
      onChange={(event) => {
        setText(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
      // Apply a pending search first, so that the next action applies to its results.
      onBlur={tell.flush}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.key === "Enter") tell.flush();
        if (event.key !== "Escape" || text === "") return;
        event.stopPropagation();
        tell.cancel();
        setText("");
        patchFilter({ search: undefined }, true);
      }}
    />
  );
}

/** `onFacets` opens the facets; `null` if they are already beside the table. */
export function Toolbar({ onFacets }: { onFacets: (() => void) | null }) {
  return (
    <Flex
      align="center"
      wrap={{ base: "wrap", sm: "nowrap" }}
      gap="xs"
      flex="none"
      mih={49}
      py={7}
      pl="sm"
      pr="md"
    >
      {onFacets && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} aria-hidden="true" />}
          flex="none"
          aria-keyshortcuts="F"
          onClick={onFacets}
        >
          {facetWords.title}
        </Button>
      )}
      <SavedViews />
      <Group gap={10} wrap="nowrap" flex={{ base: "1 0 100%", sm: "none" }} ml="auto">
        <Search />
        <ColumnsMenu />
      </Group>
    </Flex>
  );
}
