import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { EmptyState } from "../../../components/notes.tsx";
import { useCall } from "../../../stores/query.ts";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";

/** Shown in place of the rows if none passes the filter. A search of the addresses offers to search all columns. */
export function NoRows({ onLeave }: { onLeave: () => void }) {
  const { cleaning, summary, view, patchFilter, show } = useResults();
  const { filter, sort } = view;
  const { rows } = summary;
  const [page] = useState(() => crypto.randomUUID());
  const isAddressesOnly = (filter.search ?? "") !== "" && filter.searchAll !== true;
  const { value } = useCall(
    "results.rows",
    isAddressesOnly
      ? {
          cleaningId: cleaning.id,
          filter: { ...filter, searchAll: true },
          sort,
          offset: 0,
          limit: 1,
          sequence: 1,
          page,
        }
      : null,
  );
  const elsewhere = value?.total ?? 0;
  if (rows === 0) return <EmptyState title={resultsWords.emptyTitle} detail={resultsWords.emptyDetail} />;
  return (
    <EmptyState
      title={resultsWords.nothingTitle}
      detail={elsewhere > 0 ? tableWords.addressesOnly(filter.search ?? "") : resultsWords.nothingDetail}
    >
      <Group gap="xs">
        {elsewhere > 0 && (
          <Button
            onClick={() => {
              onLeave();
              patchFilter({ searchAll: true });
            }}
          >
            {tableWords.searchAll(elsewhere)}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => {
            onLeave();
            show({});
          }}
        >
          {tableWords.showAll(rows)}
        </Button>
      </Group>
    </EmptyState>
  );
}
