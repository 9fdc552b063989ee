import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { ResultFilter, ResultSort } from "../../../../shared/bridge/results.ts";
import { EmptyState } from "../../../components/notes.tsx";
import { useCall } from "../../../stores/query.ts";
import { resultsWords } from "../../../words/results.ts";
import { tableWords } from "../../../words/table.ts";

interface Props {
  cleaningId: string;
  /** Rows of the list, without any filter. */
  rows: number;
  filter: ResultFilter;
  sort: ResultSort;
  onFilter: (patch: Partial<ResultFilter>) => void;
  onShowAll: () => void;
}

/** Shown in place of the rows if none passes the filter. A search of the addresses offers to search all columns. */
export function NoRows({ cleaningId, rows, filter, sort, onFilter, onShowAll }: Props) {
  const [page] = useState(() => crypto.randomUUID());
  const isAddressesOnly = (filter.search ?? "") !== "" && filter.searchAll !== true;
  const { value } = useCall(
    "results.rows",
    isAddressesOnly
      ? { cleaningId, filter: { ...filter, searchAll: true }, sort, offset: 0, limit: 1, sequence: 1, page }
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
          <Button onClick={() => onFilter({ searchAll: true })}>{tableWords.searchAll(elsewhere)}</Button>
        )}
        <Button variant="default" onClick={onShowAll}>
          {tableWords.showAll(rows)}
        </Button>
      </Group>
    </EmptyState>
  );
}
