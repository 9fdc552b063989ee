import { Button, Drawer, Stack, Text } from "@mantine/core";
import { type ReactNode, useCallback, useState } from "react";
import { count } from "../../../shared/numbers.ts";
import type { Problem } from "../../../shared/problems.ts";
import { ok, type Result } from "../../../shared/result.ts";
import { ProblemNote } from "../../components/ProblemNote.tsx";
import { useQuery } from "../../stores/query.ts";
import { commonWords } from "../../words/common.ts";

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
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size="lg"
      title={`${props.title} (${count(page.total)})`}
    >
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {props.help}
        </Text>
        {problem && <ProblemNote problem={problem} />}
        {props.children}
        {page.items.length < page.total && (
          <Button variant="default" loading={page.isAsking} onClick={page.more}>
            {commonWords.showMore}
          </Button>
        )}
      </Stack>
    </Drawer>
  );
}
